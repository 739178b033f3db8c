package org.peerlock.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextFitTest {

    @Test
    void linesAfterTheFirstAreIndentedAndNoLongerEither() {
        assertThat(TextFit.wrap("settings  a = 1, b = 2, c = 3", 16, 10))
                .containsExactly("settings  a = 1,", "          b = 2,", "          c = 3");
        assertThat(TextFit.wrap("short", 16, 10)).containsExactly("short");
        assertThat(TextFit.wrap("a  b", TextFit.UNLIMITED, 3)).containsExactly("a  b");
    }

    @Test
    void aWordThatIsTooLongGetsALineOfItsOwn() {
        assertThat(TextFit.wrap("at jdbc:postgresql://db/app now", 10, 2))
                .containsExactly("at", "  jdbc:postgresql://db/app", "  now");
    }
}
