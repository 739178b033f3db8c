package org.peerlock.internal.engine.lockword;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A lock at one node, as its threads see it.
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
 *        &lt;------ release if waiters were passed -------+
 *                over too often, or no grants
 *                are left; lose
 * </pre>
 *
 * <p>ABSENT: the node has no right, or the loop has it in its hands. IDLE: the node keeps the right, and any thread may take it.
 * HELD: a thread has it. Only the loop leads out of ABSENT. Each grant has a counter that is one greater than the last one's;
 * with the epoch of the view it is the <i>fence</i>: {@code epoch << 32 | counter}.
 *
 * <p><b>Nothing is granted unnoticed.</b> Whether a hold is valid is what the {@linkplain GrantGates gate} says, and what the loop may
 * report or give away is what the word says. They agree: <i>the word of a valid hold is HELD with its fence</i>. For a thread looks at
 * the gate, takes the word, and looks at the gate again. If it finds the term of its first look, it has taken the word before
 * the loop replaced the gate, thus before the loop moved the word, and the loop finds it HELD. If it finds another term, it puts
 * the word back as it would release it, and was granted nothing. Should the loop have found the word HELD in between, it has
 * reported or lost a hold that nobody ever had, and is told of its release. A hold that is lost is invalid by the gate before its word
 * is moved; if the word came first, the loop could give away what a thread still takes for its own. And once the loop has
 * moved a word, a thread that saw it IDLE before cannot take it: it is ABSENT, and when it is IDLE again, it is another number.
 *
 * <p><b>Nobody releases what another holds.</b> A release names its fence, of which the word has the counter and enough of
 * the epoch; and its generation, which must be valid after the word was read.
 *
 * <p><b>Nobody is forgotten.</b> The loop makes known that threads wait, or that other nodes do, in the word itself. If that
 * finds the word HELD, then the release sees it, and tells the loop; otherwise the loop can take the word at once. Until it does,
 * threads that come along may take it again and again, which costs nobody a switch: the loop is told once, and if it
 * finds the word HELD when it looks, the next release goes to it. A right that has come from another node lately goes to the
 * loop after a few grants in any case: who let it go may have asked for it again.
 */
public final class LockWord {

    /** No grant. */
    public static final long NONE = 0;
    /** No grant, and the loop must be told to look at the word. */
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
    /** Of the last grant; the loop's alone. */
    private long epoch;

    private final UsageMeter usageMeter = new UsageMeter();
    private String holder = "";
    private long since;
    /** With which it was taken by the one who has said so last. */
    private long noted;

    /**
     * Takes the lock if it is idle.
     *
     * @param grantGate the node's, read by the caller. Its generation is the hold's
     * @return the fence; or {@link #NONE}, or {@link #NONE_TELL}, which are less than any fence
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

    /** Gives back what was granted with a fence in a generation; to be called once. */
    public ReleaseOutcome release(long fence, long generation, GrantGates gates, long now) {
        if (noted == fence) {
            usageMeter.released(now - since); // while it is still alone
        }
        for (long seen = word; LockWordBits.heldWith(seen, fence) && gates.valid(generation, now); seen = word) {
            long released = LockWordBits.released(seen);
            if (WORD.compareAndSet(this, seen, released)) {
                return LockWordBits.concernsLoop(released) ? ReleaseOutcome.TELL : ReleaseOutcome.DONE;
            }
        }
        return ReleaseOutcome.LOST;
    }

    // The loop's part.

    /**
     * The right has come into the loop's hands, or is to be used as if it had only now: nobody else wants it so far.
     *
     * @param counter the last one that was used in that view: the next grant has one more
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
     * Gives the right, which is in the loop's hands, to one that has waited.
     *
     * @param fresh whether it is to come back after a few more grants
     * @return the fence; {@link #NONE} if the right must be given back first, since no grants are left
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
     * Leaves the right, which is in the loop's hands, to any thread that comes along.
     *
     * @param fresh whether it is to come back after a few grants
     */
    public void retain(boolean fresh) {
        word = LockWordBits.retained(inHand(), fresh);
    }

    /**
     * Takes the right into the loop's hands unless it is held; whether it is there. If it is held, and threads that wait have been
     * passed over, the release that comes next will leave it there, and tell.
     */
    public boolean takeBack() {
        return !LockWordBits.held(move(LockWordBits::takenBack));
    }

    /**
     * Another node wants the lock: so many grants more, the current one included, and not more than were left before.
     *
     * @return whether it is held, so that its release will be told; otherwise nobody tells
     */
    public boolean limit(int grants) {
        return LockWordBits.held(move(word -> LockWordBits.limited(word, grants)));
    }

    /**
     * There are threads that wait, or no more.
     *
     * @return whether it is held, so that its release will be told; otherwise nobody tells
     */
    public boolean waiters(boolean some) {
        return LockWordBits.held(move(word -> LockWordBits.awaited(word, some)));
    }

    /**
     * The view is about to change. An idle right ends with it. A hold goes on, through any number of views, until it is
     * released into the loop's hands.
     *
     * @return the fence of the hold; {@link #NONE} if there is none
     */
    public long seal() {
        return heldFence(move(LockWordBits::sealed));
    }

    /**
     * The lease has ended. An idle right is in the loop's hands, and so is that of a hold, which is lost.
     *
     * @return the fence of the hold; {@link #NONE} if there was none
     */
    public long lose() {
        return heldFence(move(LockWordBits::lost));
    }

    /**
     * Who has it.
     *
     * @param label of the holder; empty if it is not known yet
     */
    public record Use(String label, long since, long fence) {}

    /**
     * Who took it says so: for whoever looks on. To be called by who took it, or for him, before he can give it back. That one
     * is alone, so plain variables will do; the fence is written last, and says what the others belong to.
     */
    public void note(long fence, String label, long now) {
        holder = label;
        since = now;
        NOTED.setRelease(this, fence);
    }

    /** Who has it, if a thread does; who has not said so yet has it since now. */
    public @Nullable Use use(long now) {
        long held = heldFence(word);
        boolean said = (long) NOTED.getAcquire(this) == held;
        Use use = new Use(said ? holder : "", said ? since : now, held);
        return held == NONE || heldFence(word) != held ? null : use;
    }

    /** How much it was used so far. */
    public UsageMeter usage() {
        return usageMeter;
    }

    /** How many more grants may be made before the right has to be given back. */
    public int left() {
        return LockWordBits.left(word);
    }

    /** Whether a thread has it. */
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

    /** The word, which is ABSENT: nobody but the loop can change it. */
    private long inHand() {
        long now = word;
        if (!LockWordBits.absent(now)) {
            throw new IllegalStateException("not in the loop's hands: " + this);
        }
        return now;
    }

    /** What it was before. */
    private long move(LongUnaryOperator change) {
        while (true) {
            long before = word;
            if (WORD.compareAndSet(this, before, change.applyAsLong(before))) {
                return before;
            }
        }
    }
}
