package org.peerlock.internal.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class OpenFilesTest {

    @Test
    void theSoftLimitCounts() {
        assertThat(OpenFiles.limit(List.of(
                        "Limit                     Soft Limit           Hard Limit           Units     ",
                        "Max processes             127228               127228               processes ",
                        "Max open files            1024                 524288               files     ")))
                .hasValue(1024);
    }

    @Test
    void thereMayBeNone() {
        assertThat(OpenFiles.limit(
                        List.of("Max open files            unlimited            unlimited            files")))
                .isEmpty();
        assertThat(OpenFiles.limit(List.of())).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aPurposeGetsAPartOfIt() {
        int limit = OpenFiles.limit().orElseThrow();
        assertThat(OpenFiles.share(4, Integer.MAX_VALUE)).isEqualTo(limit / 4);
        assertThat(OpenFiles.share(1, 3)).isEqualTo(3);
        assertThat(OpenFiles.share(Integer.MAX_VALUE, 3)).isEqualTo(1);
    }
}
