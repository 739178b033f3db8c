package org.peerlock.algorithm.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerlock.algorithm.Capacity;

/**
 * The options of the modifications of Ricart and Agrawala's algorithm, and which values are
 * refused.
 */
class RicartAgrawalaOptionsTest {

    private static void create(String id, Capacity capacity, String option, String value) {
        SortedMap<String, String> options = new TreeMap<>();
        options.put(option, value);
        Catalogue.find(id).orElseThrow().create(new GroupConfig(3, capacity, options));
    }

    @ParameterizedTest
    @CsvSource({"ra-modulo,modulus,5", "ra-modulo,modulus,100", "ra-priority,increment,1", "ra-priority,hold,0"})
    void validOptionsAreAccepted(String id, String option, String value) {
        create(id, Capacity.mutex(), option, value);
    }

    @Test
    void nodesAreSeparatedByCommas() {
        create("ra-priority", Capacity.mutex(), "high", "1,3");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ra-modulo|modulus|4|the modulus must be at least 2N - 1 = 5, not 4: with fewer numbers, one that has"
                        + " wrapped around looks like one that has not",
                "ra-modulo|modulus|many|option modulus: expected a number of at least 1, not 'many'",
                "ra-priority|high|1,4|option high: expected a number from 1 to 3, not '4'",
                "ra-priority|high|1,|option high: expected a number from 1 to 3, not ''",
                "ra-priority|increment|0|option increment: expected a number of at least 1, not '0'",
                "ra-priority|hold|-1|option hold: expected a number of at least 0, not '-1'"
            })
    void invalidOptionsAreRefusedWithTheReason(String id, String option, String value, String message) {
        assertThatThrownBy(() -> create(id, Capacity.mutex(), option, value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void numbersModuloMAndReadersDoNotCombine() {
        assertThatThrownBy(() -> create("ra-modulo", Capacity.readWrite(), "modulus", "5"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "ra-modulo cannot serve a read-write lock: readers do not wait for each other, so one may get"
                                + " any number of numbers ahead of another, and modulo M it then looks older;"
                                + " ra-readers-writers serves one");
    }

    @Test
    void otherLocksAreRefusedAsUsual() {
        assertThatThrownBy(() -> create("ra-modulo", Capacity.semaphore(2), "modulus", "5"))
                .hasMessage("ra-modulo cannot serve a semaphore; it serves: mutex");
        assertThat(Catalogue.find("ra-readers-writers").orElseThrow().profile().serves())
                .containsExactly(Capacity.Kind.MUTEX, Capacity.Kind.READ_WRITE);
    }
}
