package org.peerlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Labels of processes. */
class ProcessLabelTest {

    private static final long PID = ProcessHandle.current().pid();

    @ParameterizedTest
    @CsvSource({
        "org.shop.Main, Main",
        "org.shop.Main --port 80, Main",
        "Main, Main",
        "/opt/shop/shop.jar serve, shop.jar",
        "shop.jar, shop.jar"
    })
    void aProcessIsNamedAfterItsMainClassOrArchive(String command, String name) {
        assertThat(of(command)).isEqualTo(name + " " + PID);
    }

    @Test
    void aNameThatIsUnknownOrLongOrNotAsciiIsLeftOut() {
        assertThat(of("")).isEqualTo(String.valueOf(PID));
        assertThat(of("M".repeat(49))).isEqualTo("M".repeat(49) + " " + PID);
        assertThat(of("M".repeat(50))).isEqualTo(String.valueOf(PID));
        assertThat(of("Märkte")).isEqualTo(String.valueOf(PID));
    }

    private static String of(String command) {
        String before = System.getProperty("sun.java.command", "");
        System.setProperty("sun.java.command", command);
        try {
            return ProcessLabel.ofProcess();
        } finally {
            System.setProperty("sun.java.command", before);
        }
    }

    @Test
    void aLabelHasUpToAHundredCharacters() {
        assertThat(ProcessLabel.checked("l".repeat(100))).hasSize(100);
        assertThat(ProcessLabel.checked("")).isEmpty();
        for (String bad : new String[] {"l".repeat(101), "\uD83D"}) {
            assertThatThrownBy(() -> ProcessLabel.checked(bad))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("a label is well-formed text of up to 100 characters");
        }
    }
}
