package org.peerlock.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.Grant;
import org.peerlock.Peerlock;

/** The Java of the README, in a temporary home directory. */
class QuickStartTest {

    private static final String HOME = System.getProperty("user.home");

    private final Invoices invoices = new Invoices();

    @BeforeEach
    void moveOut(@TempDir Path directory) {
        System.setProperty("user.home", directory.toString());
    }

    @AfterEach
    void moveIn() {
        System.setProperty("user.home", HOME);
    }

    @Test
    void threeLinesMakeALock() throws InterruptedException {
        Peerlock peerlock = Peerlock.join("orders"); // once in each process
        try (Grant grant = peerlock.lock("invoice-42").acquire(Duration.ofSeconds(10))) { // timeout 10 s
            invoices.save(42, "paid", grant.fence()); // the store refuses an older fencing token
        }
        peerlock.close();
        assertThat(invoices.state(42)).isEqualTo("paid");
    }
}
