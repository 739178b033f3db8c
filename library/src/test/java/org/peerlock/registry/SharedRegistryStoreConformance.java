package org.peerlock.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.peerlock.internal.registry.Children;
import org.peerlock.internal.registry.Children.Child;
import org.peerlock.registry.CountingStore.Account;

/** What every {@link RegistryStore} must do that several processes share. */
public abstract class SharedRegistryStoreConformance extends RegistryStoreConformance {

    private static final int PROCESSES = 3;
    private static final int KILLED = 8;

    private final Children children = new Children();

    protected abstract Class<? extends RegistryStoreOpener> opener();

    /** The address of a registry that belongs to the test. */
    protected abstract String address();

    @Override
    protected final RegistryStore open() throws Exception {
        return opener().getDeclaredConstructor().newInstance().open(address());
    }

    @AfterEach
    void endAll() {
        children.close();
    }

    /** A writer in another process, and its reports so far. */
    private record Writer(Child child, Account account) {

        /** Hears it out. */
        void hearAll() throws IOException {
            for (Optional<String> line = child.next(); line.isPresent(); line = child.next()) {
                account.take(line.get());
            }
        }

        void hearUntilCounted(int times) throws IOException {
            while (account.acknowledged() < times) {
                account.take(child.hear());
            }
        }

        void kill() throws Exception {
            child.kill();
            account.wasKilled();
            hearAll();
        }
    }

    private Writer start(String name, int times) throws IOException {
        Child child = children.start(CountingStore.class, opener().getName(), address(), name, String.valueOf(times));
        return new Writer(child, new Account(name));
    }

    @Test
    void noWriteOfManyProcessesIsLost() throws Exception {
        List<Writer> writers = new ArrayList<>();
        for (int process = 0; process < PROCESSES; process++) {
            writers.add(start("process" + process, increments()));
        }
        for (Writer writer : writers) {
            writer.hearUntilCounted(increments());
            writer.hearAll();
            assertThat(writer.child.await()).isZero();
        }
        CountingStore.assertNothingLost(
                open(), writers.stream().map(Writer::account).toList());
    }

    @Test
    void noAcknowledgedWriteIsLostWhenWritersAreKilled() throws Exception {
        Random random = new Random();
        List<Account> killed = new ArrayList<>();
        Deque<Writer> living = new ArrayDeque<>();
        for (int started = 0; started < KILLED || !living.isEmpty(); ) {
            while (living.size() < PROCESSES && started < KILLED) {
                living.add(start("process" + started, Integer.MAX_VALUE));
                started++;
            }
            Writer next = living.remove();
            next.hearUntilCounted(1 + random.nextInt(increments()));
            next.kill();
            killed.add(next.account);
            CountingStore.assertWhole(open().read());
        }
        CountingStore.assertNothingLost(open(), killed);
    }
}
