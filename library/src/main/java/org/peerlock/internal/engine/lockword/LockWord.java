package org.peerlock.internal.engine.lockword;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A lock at one node, as the threads of that node see it.
 *
 * <pre>
 *                retain                 tryAcquire
 *            -------------->          ------------->
 *     ABSENT                   IDLE                    HELD
 *            &lt;--------------          &lt;-------------
 *             takeBack, seal,             release
 *             lose
 *        |                                          ^  |
 *        +------------------- grant ----------------+  |
 *        &lt;------ release, if waiting threads ----------+
 *                were passed over too often, or
 *                no grants are left; lose
 * </pre>
 *
 * <ul>
 *   <li>ABSENT: the node does not have the lock, or the loop has it.
 *   <li>IDLE: the node has the lock, nobody holds it, and any thread may take it.
 *   <li>HELD: a thread holds it.
 * </ul>
 *
 * <p>Only the loop changes a word that is ABSENT. Each grant has a counter that is one greater than
 * that of the grant before. The counter and the epoch of the view form the <i>fence</i>:
 * {@code epoch << 32 | counter}.
 *
 * <p><b>The loop knows of every valid hold.</b> The {@linkplain GrantGates gate} decides whether a
 * hold is valid. The word decides what the loop may report or give away. They agree: <i>the word of
 * a valid hold is HELD with the fence of that hold</i>. The proof:
 *
 * <ul>
 *   <li>A thread reads the gate, takes the word, and reads the gate again. If the term is still the
 *       same, the thread has taken the word before the loop replaced the gate. The loop changes the
 *       word only after the gate, so it finds the word HELD.
 *   <li>If the term is another one, the thread puts the word back as in a release, and is granted
 *       nothing. The loop may have found the word HELD in between. Then it has reported or lost a
 *       hold that no thread ever had, and the release of that hold is reported to it.
 *   <li>A lost hold is invalid by the gate before the loop changes its word. If the word came
 *       first, the loop could give away a lock while a thread still considers it its own.
 *   <li>Once the loop has changed a word, a thread that saw it IDLE before cannot take it: the word
 *       is ABSENT, and when it is IDLE again, it is a different number.
 * </ul>
 *
 * <p><b>A release never ends the hold of another thread.</b> A release names its fence: the word
 * contains the counter of the fence, and enough bits of its epoch. A release also names its
 * generation, which must still be valid after the word was read.
 *
 * <p><b>Every waiter is served.</b> The loop records in the word itself that threads or other nodes
 * wait. If the word is HELD at that moment, the release sees the record and tells the loop.
 * Otherwise the loop can take the word at once. Until the loop does, threads that come along may
 * take the word again and again, without a thread switch. The loop is told once; if it then
 * finds the word HELD, the next release leaves the lock to the loop. A lock that has recently come
 * from another node goes to the loop after a few grants in any case, because the node that gave it
 * away may have asked for it again.
 */
public final class LockWord {

    /** No grant. */
    public static final long NONE = 0;
    /** No grant, and the caller must tell the loop to look at the word. */
    public static final long NONE_TELL = -1;

    private static final VarHandle WORD;
    private static final VarHandle NOTED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            WORD = lookup.findVarHandle(LockWord.class, "word", long.class);
            NOTED = lookup.findVarHandle(LockWord.class, "noted", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile long word = LockWordBits.arrived(0, 0, 0);
    /** The epoch of the last grant. Only the loop uses it. */
    private long epoch;

    private final UsageMeter usageMeter = new UsageMeter();
    private String holder = "";
    private long since;
    /** The fence of the hold that {@link #holder} and {@link #since} describe. */
    private long noted;

    /**
     * Takes the lock if it is idle.
     *
     * @param grantGate the node's gate, as the caller has read it. The hold has its generation
     * @return the fence; or {@link #NONE} or {@link #NONE_TELL}, which are less than any fence
     */
    public long tryAcquire(GrantGates gates, GrantGate grantGate, long now) {
        if (!gates.admits(grantGate, now)) {
            return NONE;
        }
        long seen = word;
        while (LockWordBits.takeable(seen, grantGate.epoch())) {
            long taken = LockWordBits.taken(seen);
            if (WORD.compareAndSet(this, seen, taken)) {
                long fence = LockWordBits.fence(grantGate.epoch(), taken);
                if (!gates.current().stillAsIn(grantGate)) {
                    return undo(fence);
                }
                usageMeter.taken();
                return fence;
            }
            seen = word;
        }
        return NONE;
    }

    private long undo(long fence) {
        for (long seen = word; LockWordBits.heldWith(seen, fence); seen = word) {
            long released = LockWordBits.released(seen);
            if (WORD.compareAndSet(this, seen, released)) {
                return LockWordBits.concernsLoop(released) ? NONE_TELL : NONE;
            }
        }
        return NONE;
    }

    /** Releases the hold with this fence and generation. Must be called once for each hold. */
    public ReleaseOutcome release(long fence, long generation, GrantGates gates, long now) {
        if (noted == fence) {
            usageMeter.released(now - since); // before the release, while no other thread writes the meter
        }
        for (long seen = word; LockWordBits.heldWith(seen, fence) && gates.valid(generation, now); seen = word) {
            long released = LockWordBits.released(seen);
            if (WORD.compareAndSet(this, seen, released)) {
                return LockWordBits.concernsLoop(released) ? ReleaseOutcome.TELL : ReleaseOutcome.DONE;
            }
        }
        return ReleaseOutcome.LOST;
    }

    // Only the loop calls these.

    /**
     * The loop has got the lock, or starts to use it anew. Nobody else wants it so far.
     *
     * @param counter the last one that was used in that view. The next grant has one more
     */
    public void arrive(long epoch, long counter) {
        long before = inHand();
        if (LockWordBits.fence(epoch, counter) < LockWordBits.fence(this.epoch, before)) {
            throw new IllegalArgumentException("fences would go back: " + epoch + ":" + counter + " after " + this);
        }
        this.epoch = epoch;
        word = LockWordBits.arrived(before, epoch, counter);
    }

    /**
     * Grants the lock, which the loop has, to a thread that waits.
     *
     * @param fresh whether the lock must come back to the loop after a few more grants
     * @return the fence; {@link #NONE} if no grants are left, so that the node must first give up
     *     the lock
     */
    public long grant(boolean fresh) {
        long before = inHand();
        if (!LockWordBits.grantable(before)) {
            return NONE;
        }
        long granted = LockWordBits.granted(before, fresh);
        word = granted;
        return LockWordBits.fence(epoch, granted);
    }

    /**
     * Leaves the lock, which the loop has, to any thread that comes along.
     *
     * @param fresh whether the lock must come back to the loop after a few grants
     */
    public void retain(boolean fresh) {
        word = LockWordBits.retained(inHand(), fresh);
    }

    /**
     * Takes the lock for the loop, unless a thread holds it. If a thread holds it, and waiting
     * threads have been passed over, the next release leaves the lock to the loop, and tells it.
     *
     * @return whether the loop has the lock now
     */
    public boolean takeBack() {
        return !LockWordBits.held(move(LockWordBits::takenBack));
    }

    /**
     * Another node wants the lock. At most this many grants are left, the current one included, and
     * never more than before.
     *
     * @return whether the lock is held. Then its release tells the loop; otherwise nothing does
     */
    public boolean limit(int grants) {
        return LockWordBits.held(move(word -> LockWordBits.limited(word, grants)));
    }

    /**
     * Records whether threads wait.
     *
     * @return whether the lock is held. Then its release tells the loop; otherwise nothing does
     */
    public boolean waiters(boolean some) {
        return LockWordBits.held(move(word -> LockWordBits.awaited(word, some)));
    }

    /**
     * The view is about to change. A lock that nobody holds becomes ABSENT. A hold continues through
     * any number of views, until its release leaves the lock to the loop.
     *
     * @return the fence of the hold; {@link #NONE} if there is none
     */
    public long seal() {
        return heldFence(move(LockWordBits::sealed));
    }

    /**
     * The lease has ended. The word becomes ABSENT, and a hold is lost.
     *
     * @return the fence of the hold; {@link #NONE} if there was none
     */
    public long lose() {
        return heldFence(move(LockWordBits::lost));
    }

    /**
     * A hold.
     *
     * @param label the label of the holder; empty if it is not known yet
     */
    public record Use(String label, long since, long fence) {}

    /**
     * Describes the current hold for inspections. Must be called by the holder, or on its behalf,
     * before it can release the lock. So there is one writer at a time, and plain variables suffice;
     * the fence is written last, and says to which hold the others belong.
     */
    public void note(long fence, String label, long now) {
        holder = label;
        since = now;
        NOTED.setRelease(this, fence);
    }

    /**
     * The current hold; null if there is none. A hold that was not described yet has no label, and
     * begins now.
     */
    public @Nullable Use use(long now) {
        long held = heldFence(word);
        boolean said = (long) NOTED.getAcquire(this) == held;
        Use use = new Use(said ? holder : "", said ? since : now, held);
        return held == NONE || heldFence(word) != held ? null : use;
    }

    /** How much the lock was used so far. */
    public UsageMeter usage() {
        return usageMeter;
    }

    /** How many more grants are possible before the node must give up the lock. */
    public int left() {
        return LockWordBits.left(word);
    }

    /** Whether a thread holds the lock. */
    public boolean held() {
        return LockWordBits.held(word);
    }

    /** The greatest fence that was granted so far. */
    public long lastFence() {
        return LockWordBits.fence(epoch, word);
    }

    @Override
    public String toString() {
        return LockWordBits.toString(word);
    }

    private long heldFence(long before) {
        return LockWordBits.held(before) ? LockWordBits.fence(epoch, before) : NONE;
    }

    /** The word, which must be ABSENT, so that only the loop can change it. */
    private long inHand() {
        long now = word;
        if (!LockWordBits.absent(now)) {
            throw new IllegalStateException("not in the loop's hands: " + this);
        }
        return now;
    }

    /** Changes the word, and returns its value before. */
    private long move(LongUnaryOperator change) {
        while (true) {
            long before = word;
            if (WORD.compareAndSet(this, before, change.applyAsLong(before))) {
                return before;
            }
        }
    }
}
