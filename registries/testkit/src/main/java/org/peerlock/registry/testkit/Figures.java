package org.peerlock.registry.testkit;

import org.junit.jupiter.api.TestInfo;

/** Prints what tests have measured. No test fails because of it. */
final class Figures {

    private Figures() {}

    static void print(TestInfo test, String what, Object figure) {
        System.out.println(test.getTestClass().map(Class::getSimpleName).orElse("") + ": " + what + ": " + figure);
    }
}
