package org.peerlock.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.peerlock.DistributedLock;
import org.peerlock.Grants;
import org.peerlock.Peerlock;

/**
 * Moves money from one account to another. Start it twice at once, the second time with the
 * accounts swapped: the processes never deadlock, and no money is lost.
 */
public final class TwoAccounts {

    private TwoAccounts() {}

    /**
     * Moves ten times.
     *
     * @param arguments the registry directory, in which each account is a
     *     file; from which account; to which
     */
    public static void main(String... arguments) throws Exception {
        Path directory = Path.of(arguments[0]);
        String from = arguments[1];
        String to = arguments[2];
        try (Peerlock peerlock = Peerlock.builder("two-accounts")
                .directory(directory.resolve("registry"))
                .join()) {
            System.out.println("Waits");
            for (int i = 0; i < 10; i++) {
                DistributedLock payer = peerlock.lock(from);
                DistributedLock payee = peerlock.lock(to);
                try (Grants both = peerlock.acquireAll(Duration.ofSeconds(30), payer, payee)) {
                    move(directory.resolve(from), directory.resolve(to));
                    System.out.println("Moved with fence " + both.of(payer).fence());
                }
            }
        }
    }

    private static void move(Path from, Path to) throws IOException {
        int payers = balance(from);
        int payees = balance(to);
        Files.writeString(from, String.valueOf(payers - 1));
        Files.writeString(to, String.valueOf(payees + 1));
    }

    static int balance(Path account) throws IOException {
        return Files.exists(account) ? Integer.parseInt(Files.readString(account)) : 0;
    }
}
