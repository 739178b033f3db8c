package org.peerlock.registry.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SecretNameTest {

    private static final String LEGAL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";

    @Test
    void anOrdinaryNameIsReadable() {
        assertThat(SecretName.of("locks", "my-app")).isEqualTo("locks.my-app");
    }

    @Test
    void everyClusterHasALegalNameOfItsOwn() {
        List<String> clusters = List.of(
                "app",
                "App",
                "APP",
                "a-b",
                "a.b",
                "a_b",
                "A_b",
                "-",
                "_",
                ".",
                "..",
                "-a",
                "a-",
                "a.",
                "9",
                "x".repeat(63),
                "x".repeat(64),
                "x".repeat(65),
                "y".repeat(300) + "1",
                "y".repeat(300) + "2",
                "xa-bx",
                "xa-bx." + SecretName.of("n", "a.b").substring("n.xa-bx.".length()));
        Set<String> names = new HashSet<>();
        for (String cluster : clusters) {
            for (String name : List.of("locks", "locks-a", "l".repeat(63))) {
                String secret = SecretName.of(name, cluster);
                assertThat(secret).matches(LEGAL).hasSizeLessThanOrEqualTo(253);
                assertThat(names.add(secret)).as("%s is new", secret).isTrue();
            }
        }
    }
}
