package org.peerlock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VersionTest {

    @Test
    void theBuildSaysOfWhichVersionTheLibraryIs() {
        assertThat(Peerlock.version()).matches("\\d+\\.\\d+\\..+");
    }

    @Test
    void aVersionThatNoBuildHasWrittenIsDevelopment() {
        assertThat(Version.known("")).isEqualTo("development");
        assertThat(Version.known("${project.version}")).isEqualTo("development");
        assertThat(Version.known("1.2.3")).isEqualTo("1.2.3");
    }
}
