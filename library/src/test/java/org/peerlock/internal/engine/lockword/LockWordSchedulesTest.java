package org.peerlock.internal.engine.lockword;

import java.util.Arrays;
import java.util.stream.Stream;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jetbrains.lincheck.datastructures.verifier.EpsilonVerifier;
import org.junit.jupiter.api.Test;

/**
 * The real class under schedules that Lincheck chooses: threads acquire and release while the loop seals, lets the lease expire,
 * opens again and limits. An attempt may always fail. But two threads must never hold the lock at once, and there must be no hold
 * that is missing in a report, or that cannot be released.
 */
@Param(name = "thread", gen = ThreadIdGen.class)
public class LockWordSchedulesTest {

    private static final long NOW = 0;
    private static final int THREADS = 2;

    /** The hold of a thread. */
    private record Hold(long fence, long generation) {}

    private static final Hold NOTHING = new Hold(0, 0);

    private final GrantGates gates = new GrantGates();
    private final LockWord word = new LockWord();
    /** The holds of the threads. Lincheck numbers threads from 0, and may have one before and one after all others. */
    private final Hold[] holds = new Hold[THREADS + 2];

    /** Only the loop uses these. */
    private long epoch = 1;

    private volatile boolean sealed;
    private volatile long reported;
    private volatile String violation = "";

    /** The node has a lease, a view, and the lock. */
    public LockWordSchedulesTest() {
        Arrays.fill(holds, NOTHING);
        gates.renew(1, NOW);
        gates.open(epoch);
        word.arrive(epoch, 0);
        word.retain(false);
    }

    @Operation
    public boolean enter(@Param(name = "thread") int thread) {
        if (!holds[thread].equals(NOTHING)) {
            return false;
        }
        GrantGate grantGate = gates.current();
        long fence = word.tryAcquire(gates, grantGate, NOW);
        if (fence <= 0) {
            return false;
        }
        holds[thread] = new Hold(fence, grantGate.generation());
        look(thread);
        return true;
    }

    private void look(int thread) {
        Hold hold = holds[thread];
        for (int other = 0; other < holds.length; other++) {
            if (other != thread && valid(holds[other]) && valid(hold)) {
                violation = "two hold at once";
            }
        }
        if (sealed && reported != hold.fence() && valid(hold)) {
            violation = "a hold that was not reported";
        }
    }

    private boolean valid(Hold hold) {
        return !hold.equals(NOTHING) && gates.valid(hold.generation(), NOW);
    }

    @Operation
    public ReleaseOutcome leave(@Param(name = "thread") int thread) {
        Hold hold = holds[thread];
        holds[thread] = NOTHING;
        return word.release(hold.fence(), hold.generation(), gates, NOW);
    }

    @Operation(nonParallelGroup = "loop")
    public void seal() {
        gates.shut();
        reported = word.seal();
        sealed = true;
        for (int thread = 0; thread < holds.length; thread++) {
            look(thread);
        }
    }

    @Operation(nonParallelGroup = "loop")
    public void expireLease() {
        gates.expireLease();
        word.lose();
    }

    /** A new lease begins in the same view. */
    @Operation(nonParallelGroup = "loop")
    public void renew() {
        if (gates.current().state() == GrantGate.State.NO_LEASE && !sealed) {
            gates.renew(1, NOW);
            gates.open(epoch);
            word.takeBack();
            word.retain(false);
        }
    }

    /** The next view begins. If a hold continues in it, the loop has no lock to keep. */
    @Operation(nonParallelGroup = "loop")
    public void open() {
        sealed = false;
        epoch++;
        gates.renew(1, NOW);
        gates.open(epoch);
        if (word.takeBack()) {
            word.arrive(epoch, 0);
            word.retain(false);
        }
    }

    @Operation(nonParallelGroup = "loop")
    public void limit() {
        word.limit(1);
    }

    @Validate
    public void nothingIsViolated() {
        if (word.held() && Stream.of(holds).noneMatch(hold -> valid(hold) && hold.fence() == word.lastFence())) {
            throw new IllegalStateException("held by nobody, for ever");
        }
        if (!violation.isEmpty()) {
            throw new IllegalStateException(violation);
        }
    }

    @Test
    void noScheduleLetsTwoHoldOrOneUnnoticed() {
        new ModelCheckingOptions()
                .threads(THREADS)
                .actorsPerThread(3)
                .actorsBefore(1)
                .actorsAfter(0)
                .iterations(50)
                .invocationsPerIteration(400)
                .verifier(EpsilonVerifier.class)
                .check(LockWordSchedulesTest.class);
    }
}
