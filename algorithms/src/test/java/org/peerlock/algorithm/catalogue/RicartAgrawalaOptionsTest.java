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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ricart-agrawala|broadcast",
                "ricart-agrawala|broadcast,broadcast-reply,modulo",
                "ricart-agrawala|broadcast,modulo=5",
                "ricart-agrawala|broadcast,broadcast-reply,increments,readers-writers",
                "ra-implicit-reply|broadcast,broadcast-reply,increments,readers-writers"
            })
    void modificationsAreCombined(String id, String with) {
        create(id, Capacity.mutex(), "with", with);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ricart-agrawala|modulo,increments|modulo and increments do not combine: numbers modulo M stay within"
                        + " reach of each other only in steps of 1",
                "ricart-agrawala|modulo,readers-writers|modulo and readers-writers do not combine: readers do not wait"
                        + " for each other, so one may get any number of numbers ahead of another, and modulo M it"
                        + " then looks older",
                "ra-implicit-reply|modulo|ra-implicit-reply and modulo do not combine: a missing answer carries no"
                        + " fence, and numbers that recur give none",
                "ricart-agrawala|modulo=4|the modulus must be at least 2N - 1 = 5, not 4: with fewer numbers, one that"
                        + " has wrapped around looks like one that has not",
                "ricart-agrawala|modulo=many|option modulus: expected a number of at least 1, not 'many'",
                "ricart-agrawala|broadcast=yes|the modification broadcast takes no value",
                "ricart-agrawala|ring|there is no modification 'ring'; there are: broadcast, broadcast-reply,"
                        + " modulo[=M], increments, readers-writers",
                "ricart-agrawala|''|there is no modification ''; there are: broadcast, broadcast-reply,"
                        + " modulo[=M], increments, readers-writers"
            })
    void whatDoesNotCombineIsRefusedWithTheReason(String id, String with, String message) {
        assertThatThrownBy(() -> create(id, Capacity.mutex(), "with", with))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource({"ricart-agrawala", "ra-implicit-reply"})
    void aReadWriteLockNeedsReadersWriters(String id) {
        create(id, Capacity.readWrite(), "with", "broadcast,readers-writers");
        assertThatThrownBy(() -> create(id, Capacity.readWrite(), "with", "broadcast"))
                .hasMessage(id + " cannot serve a read-write; it serves: mutex");
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
