package org.peerlock.internal.engine.lockword;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.peerlock.algorithm.Property;
import org.peerlock.lab.check.Model;
import org.peerlock.lab.world.Fingerprint;
import org.peerlock.lab.world.Violation;

/**
 * A model of one lock word with two threads and the loop. Each step is a single access to shared memory. {@link LockWordBits} and
 * {@link GrantGate} themselves compute the results of an access; the order of the accesses is that of {@link LockWord} and
 * {@link GrantGates}.
 *
 * <p>At any moment the loop may seal and open, lose the lease and get another, learn that another node wants the lock, give the lock
 * away and get it again, each as often as its budget allows. The lease ends by the clock once, at any moment.
 *
 * @param entries how often each thread tries to enter
 * @param views how often the view changes
 * @param expiries how often the lease is lost
 * @param wishes how often another node wants the lock
 * @param passed how often waiting threads were passed over before it began
 * @param flaw the rule that is broken
 */
@SuppressWarnings("EnumOrdinal") // a fingerprint lives no longer than the search
record LockWordModel(int entries, int views, int expiries, int wishes, int passed, Flaw flaw)
        implements Model<LockWordModel.State, String> {

    /** A rule that may be broken. */
    enum Flaw {
        NONE,
        /** A thread takes the word, and does not read the gate again. */
        NO_SECOND_LOOK,
        /** The loop changes the word first, and then replaces the gate. */
        WORDS_BEFORE_GATE,
        /** A release does not check which hold the word has. */
        RELEASE_BY_ANYONE,
        /** The loop is not told of a release. */
        SILENT_RELEASE,
        /** The loop is told of a release only if it gets the lock, and not if any thread may take it. */
        SILENT_IF_IDLE,
        /** The loop is not told when a thread puts the word back. */
        SILENT_UNDO,
        /** The loop assumes that a release will tell it, without checking. */
        LOOP_LOOKS_AWAY,
        /** A lease is renewed although a thread has seen that it has ended. */
        EXPIRED_REVIVED
    }

    /** The next step of a thread. */
    private enum Next {
        LOOK_AT_GATE,
        LOOK_AT_CLOCK,
        EXPIRE_GATE,
        LOOK_AT_WORD,
        TAKE,
        LOOK_AGAIN,
        UNDO,
        PUT_BACK,
        TELL_REFUSED,
        CHOOSE,
        /** Nothing, until the loop grants it something. */
        PARKED,
        RELEASE,
        VALIDATE,
        VALIDATE_BY_CLOCK,
        EXPIRE_OWN,
        LEAVE,
        TELL;

        private static final Set<Next> HOLDING = EnumSet.range(RELEASE, LEAVE);

        boolean holds() {
            return HOLDING.contains(this);
        }

        /** Whether the word may be its own. */
        boolean owns() {
            return holds() || this == LOOK_AGAIN || this == UNDO || this == PUT_BACK;
        }
    }

    /** The next step of the loop. */
    private enum Doing {
        ANYTHING,
        SEAL_WORDS,
        LOSE_WORDS,
        SHUT_LATE,
        EXPIRE_LATE,
        FLAG_WAITERS,
        LIMIT,
        LOOK,
        IN_HAND
    }

    private static final class Worker {
        Next next = Next.LOOK_AT_GATE;
        int entries;
        GrantGate grantGate = GrantGate.FIRST;
        long word;
        long fence;
        long generation;

        Worker copy() {
            Worker copy = new Worker();
            copy.next = next;
            copy.entries = entries;
            copy.grantGate = grantGate;
            copy.word = word;
            copy.fence = fence;
            copy.generation = generation;
            return copy;
        }

        long fingerprint(long seed) {
            long hash = Fingerprint.of(seed ^ (next.ordinal() | (long) entries << 8 | generation << 16));
            return Fingerprint.of(Fingerprint.of(Fingerprint.of(hash ^ fence) ^ word) ^ print(grantGate));
        }

        /** Clears variables that are no longer needed, so that states with the same behaviour are equal. */
        void to(Next other) {
            next = other;
            if (other == Next.LOOK_AT_GATE || other == Next.CHOOSE || other == Next.PARKED) {
                grantGate = GrantGate.FIRST;
                word = 0;
                fence = 0;
                generation = 0;
            }
        }

        void done() {
            entries--;
            to(Next.LOOK_AT_GATE);
        }
    }

    /** The system at one moment. It does not change after it was passed on. */
    static final class State {
        // Shared memory.
        private GrantGate grantGate = GrantGate.FIRST;
        private long word;
        private long now;
        private int asked;
        private boolean told;
        // The threads.
        private Worker[] workers = {};
        // The loop's own.
        private Doing doing = Doing.ANYTHING;
        private boolean open = true;
        private boolean leased = true;
        private boolean right = true;
        private boolean wanted;
        private int queue;
        private long view = 1;
        /** Of the last grant. */
        private long epoch = 1;

        private long report;
        private int views;
        private int expiries;
        private int wishes;
        // Known to no thread, only to the checks.
        private int owner;
        private long greatest;

        State after(Consumer<State> change) {
            State next = new State();
            next.grantGate = grantGate;
            next.word = word;
            next.now = now;
            next.asked = asked;
            next.told = told;
            next.workers = new Worker[] {workers[0].copy(), workers[1].copy()};
            next.doing = doing;
            next.open = open;
            next.leased = leased;
            next.right = right;
            next.wanted = wanted;
            next.queue = queue;
            next.view = view;
            next.epoch = epoch;
            next.report = report;
            next.views = views;
            next.expiries = expiries;
            next.wishes = wishes;
            next.owner = owner;
            next.greatest = greatest;
            change.accept(next);
            return next;
        }

        private long fingerprint() {
            long bits = doing.ordinal() | (long) asked << 8 | (long) queue << 12 | (long) owner << 16;
            bits |= (long) (views | expiries << 4 | wishes << 8) << 20;
            bits |= (long) ((open ? 1 : 0) | (leased ? 2 : 0) | (right ? 4 : 0) | (wanted ? 8 : 0) | (told ? 16 : 0))
                    << 32;
            bits |= view << 40 | epoch << 44 | now << 48;
            long hash = Fingerprint.of(Fingerprint.of(
                            Fingerprint.of(Fingerprint.of(Fingerprint.of(bits) ^ word) ^ print(grantGate)) ^ report)
                    ^ greatest);
            return workers[1].fingerprint(workers[0].fingerprint(hash));
        }

        private boolean mayGrant() {
            return right && open && leased;
        }

        @Override
        public String toString() {
            return grantGate + ", " + LockWordBits.toString(word) + ", " + workers[0].next + ", " + workers[1].next
                    + ", " + doing;
        }
    }

    @Override
    public List<State> initial() {
        State state = new State();
        state.grantGate = GrantGate.FIRST.withoutLease().renewed(1).opened(1);
        boolean fresh = passed < LockWordBits.FIRST;
        state.word = LockWordBits.retained(LockWordBits.arrived(0, 1, 0), fresh) | (long) passed << LockWordBits.PASSED;
        state.workers = new Worker[] {new Worker(), new Worker()};
        state.workers[0].entries = entries;
        state.workers[1].entries = entries;
        state.views = views;
        state.expiries = expiries;
        state.wishes = wishes;
        return List.of(state);
    }

    @Override
    public long fingerprint(State state) {
        return state.fingerprint();
    }

    @Override
    public void expand(State s, SuccessorSink<State, String> successorSink) {
        if (isWrong(s, successorSink)) {
            return;
        }
        if (s.now == 0) {
            successorSink.successor("the lease ends by the clock", s.after(n -> n.now = 1));
        }
        for (int i = 0; i < 2; i++) {
            thread(s, i, successorSink);
        }
        if (s.doing == Doing.ANYTHING) {
            somethingHappens(s, successorSink);
        } else {
            loop(s, successorSink);
        }
    }

    // What must never happen.

    private static boolean isWrong(State s, SuccessorSink<State, String> successorSink) {
        Worker a = s.workers[0];
        Worker b = s.workers[1];
        if (a.next.holds() && b.next.holds() && a.generation == b.generation) {
            successorSink.violation(new Violation(Property.EXCLUSION, "both hold it in one generation: " + s));
            return true;
        }
        for (Worker worker : s.workers) {
            boolean valid =
                    worker.next.holds() && worker.generation == s.grantGate.generation() && s.grantGate.leased();
            if (valid && !s.open && worker.fence != s.report) {
                successorSink.violation(new Violation(Property.EXPECTATION, "a valid hold is not in the report: " + s));
                return true;
            }
            if (valid && !LockWordBits.heldWith(s.word, worker.fence)) {
                successorSink.violation(
                        new Violation(Property.EXPECTATION, "a hold is valid, and its word does not know: " + s));
                return true;
            }
        }
        if (s.doing == Doing.ANYTHING && !s.told && s.asked == 0 && isForgotten(s)) {
            successorSink.violation(new Violation(Property.PROGRESS, "forgotten: " + s));
            return true;
        }
        return false;
    }

    /** Whether the loop has something to do, and nothing will tell it. */
    private static boolean isForgotten(State s) {
        for (Worker worker : s.workers) {
            if (worker.next == Next.TELL || worker.next == Next.TELL_REFUSED) {
                return false;
            }
        }
        if (LockWordBits.held(s.word)) {
            boolean ownerIsGone = !s.workers[s.owner - 1].next.owns();
            boolean willBeSilent =
                    !LockWordBits.concernsLoop(LockWordBits.released(s.word)) && (s.queue != 0 || s.wanted);
            return (s.grantGate.leased() && ownerIsGone) || (s.mayGrant() && willBeSilent);
        }
        return s.mayGrant() && (s.queue != 0 || s.wanted || LockWordBits.absent(s.word));
    }

    // The threads.

    private void thread(State s, int i, SuccessorSink<State, String> successorSink) {
        Worker me = s.workers[i];
        String name = "thread " + (i + 1) + ": " + me.next;
        Consumer<Consumer<Worker>> step =
                change -> successorSink.successor(name, s.after(n -> change.accept(n.workers[i])));
        switch (me.next) {
            case LOOK_AT_GATE -> {
                if (me.entries > 0) {
                    step.accept(w -> {
                        w.grantGate = s.grantGate;
                        w.to(Next.LOOK_AT_CLOCK);
                    });
                }
            }
            case LOOK_AT_CLOCK -> {
                boolean ended = me.grantGate.leased() && !me.grantGate.lasts(s.now);
                step.accept(
                        w -> w.to(ended ? Next.EXPIRE_GATE : me.grantGate.open() ? Next.LOOK_AT_WORD : Next.CHOOSE));
            }
            case EXPIRE_GATE ->
                successorSink.successor(name, s.after(n -> {
                    if (n.grantGate.equals(me.grantGate)) {
                        n.grantGate = me.grantGate.expired();
                    }
                    n.workers[i].to(Next.CHOOSE);
                }));
            case LOOK_AT_WORD ->
                step.accept(w -> {
                    w.word = s.word;
                    w.to(LockWordBits.takeable(s.word, me.grantGate.epoch()) ? Next.TAKE : Next.CHOOSE);
                });
            case TAKE ->
                successorSink.successor(name, s.after(n -> {
                    Worker w = n.workers[i];
                    if (n.word == me.word) {
                        n.word = LockWordBits.taken(me.word);
                        n.owner = i + 1;
                        w.word = 0;
                        w.fence = LockWordBits.fence(me.grantGate.epoch(), n.word);
                        w.to(Next.LOOK_AGAIN);
                    } else {
                        w.to(Next.LOOK_AT_WORD);
                    }
                }));
            case LOOK_AGAIN -> {
                if (s.grantGate.stillAsIn(me.grantGate) || flaw == Flaw.NO_SECOND_LOOK) {
                    enter(name, s, i, me.fence, me.grantGate.generation(), n -> {}, successorSink);
                } else {
                    step.accept(w -> w.to(Next.UNDO));
                }
            }
            case UNDO ->
                step.accept(w -> {
                    w.word = s.word;
                    w.to(LockWordBits.heldWith(s.word, me.fence) ? Next.PUT_BACK : Next.CHOOSE);
                });
            case PUT_BACK -> leave(name, s, i, Next.UNDO, flaw == Flaw.SILENT_UNDO, successorSink);
            case TELL_REFUSED ->
                successorSink.successor(name, s.after(n -> {
                    n.told = true;
                    n.workers[i].to(Next.CHOOSE);
                }));
            case CHOOSE -> {
                successorSink.successor("thread " + (i + 1) + ": gives up", s.after(n -> n.workers[i].done()));
                successorSink.successor("thread " + (i + 1) + ": asks the loop", s.after(n -> {
                    n.asked |= 1 << i;
                    n.workers[i].to(Next.PARKED);
                }));
            }
            case PARKED -> {}
            case RELEASE -> {
                boolean own = flaw == Flaw.RELEASE_BY_ANYONE
                        ? LockWordBits.held(s.word)
                        : LockWordBits.heldWith(s.word, me.fence);
                step.accept(w -> {
                    w.word = s.word;
                    if (own) {
                        w.to(Next.VALIDATE);
                    } else {
                        w.done();
                    }
                });
            }
            case VALIDATE -> {
                boolean valid = flaw == Flaw.RELEASE_BY_ANYONE
                        || (s.grantGate.generation() == me.generation && s.grantGate.leased());
                step.accept(w -> {
                    w.grantGate = s.grantGate;
                    if (valid) {
                        w.to(Next.VALIDATE_BY_CLOCK);
                    } else {
                        w.done();
                    }
                });
            }
            case VALIDATE_BY_CLOCK -> step.accept(w -> w.to(me.grantGate.lasts(s.now) ? Next.LEAVE : Next.EXPIRE_OWN));
            case EXPIRE_OWN ->
                successorSink.successor(name, s.after(n -> {
                    if (n.grantGate.equals(me.grantGate)) {
                        n.grantGate = me.grantGate.expired();
                        n.workers[i].done();
                    } else {
                        n.workers[i].to(Next.VALIDATE);
                    }
                }));
            case LEAVE -> leave(name, s, i, Next.RELEASE, flaw == Flaw.SILENT_RELEASE, successorSink);
            case TELL ->
                successorSink.successor(name, s.after(n -> {
                    n.told = true;
                    n.workers[i].done();
                }));
        }
    }

    private static void enter(
            String name,
            State s,
            int i,
            long fence,
            long generation,
            Consumer<State> also,
            SuccessorSink<State, String> successorSink) {
        if (fence <= s.greatest) {
            successorSink.violation(
                    name, new Violation(Property.FENCE, "fence " + fence + " comes after " + s.greatest + ": " + s));
            return;
        }
        successorSink.successor(name, s.after(n -> {
            n.greatest = fence;
            Worker w = n.workers[i];
            w.grantGate = GrantGate.FIRST;
            w.fence = fence;
            w.generation = generation;
            w.to(Next.RELEASE);
            also.accept(n);
        }));
    }

    private void leave(
            String name, State s, int i, Next again, boolean silent, SuccessorSink<State, String> successorSink) {
        Worker me = s.workers[i];
        if (s.word != me.word) {
            successorSink.successor(name, s.after(n -> n.workers[i].to(again)));
        } else if (s.owner != i + 1) {
            successorSink.violation(name, new Violation(Property.EXPECTATION, "releases what another holds: " + s));
        } else {
            successorSink.successor(name, s.after(n -> {
                n.word = LockWordBits.released(me.word);
                n.owner = 0;
                boolean tells = LockWordBits.concernsLoop(n.word)
                        && !silent
                        && !(flaw == Flaw.SILENT_IF_IDLE && LockWordBits.idle(n.word));
                if (again == Next.UNDO) {
                    n.workers[i].to(tells ? Next.TELL_REFUSED : Next.CHOOSE);
                } else if (tells) {
                    n.workers[i].to(Next.TELL);
                } else {
                    n.workers[i].done();
                }
            }));
        }
    }

    // The loop.

    private void somethingHappens(State s, SuccessorSink<State, String> successorSink) {
        for (int i = 0; i < 2; i++) {
            int bit = 1 << i;
            if ((s.asked & bit) != 0) {
                successorSink.successor("loop: thread " + (i + 1) + " waits", s.after(n -> {
                    n.asked &= ~bit;
                    n.queue = n.queue == 0 ? bit : n.queue | bit << 2;
                    n.doing = Doing.FLAG_WAITERS;
                }));
            }
        }
        if (s.told) {
            successorSink.successor("loop: is told", s.after(n -> {
                n.told = false;
                n.doing = Doing.LOOK;
            }));
        }
        if (s.wishes > 0 && s.right && s.open && !s.wanted) {
            successorSink.successor("loop: another node wants it", s.after(n -> {
                n.wishes--;
                n.wanted = true;
                n.doing = Doing.LIMIT;
            }));
        }
        if (!s.right && s.open && s.leased && s.queue != 0) {
            successorSink.successor("loop: the right arrives", s.after(n -> {
                arrive(n, n.epoch == n.view ? LockWordBits.counter(n.word) + 1 : 0);
                n.right = true;
                n.doing = Doing.IN_HAND;
            }));
        }
        viewsAndLeases(s, successorSink);
    }

    private void viewsAndLeases(State s, SuccessorSink<State, String> successorSink) {
        if (s.views > 0 && s.open) {
            successorSink.successor("loop: shuts", s.after(n -> {
                n.views--;
                shut(n, flaw != Flaw.WORDS_BEFORE_GATE);
                n.doing = flaw == Flaw.WORDS_BEFORE_GATE ? Doing.SHUT_LATE : Doing.SEAL_WORDS;
            }));
        }
        if (!s.open) {
            successorSink.successor("loop: opens", s.after(n -> {
                n.view++;
                n.grantGate = n.grantGate.opened(n.view);
                n.open = true;
                n.right = n.report != 0;
                n.report = 0;
                n.wanted = false;
                n.doing = Doing.LOOK;
            }));
        }
        if (s.expiries > 0 && s.leased) {
            successorSink.successor("loop: the lease expires", s.after(n -> {
                n.expiries--;
                expireLease(n, flaw != Flaw.WORDS_BEFORE_GATE);
                n.doing = flaw == Flaw.WORDS_BEFORE_GATE ? Doing.EXPIRE_LATE : Doing.LOSE_WORDS;
            }));
        }
        boolean revived = flaw == Flaw.EXPIRED_REVIVED && s.grantGate.state() == GrantGate.State.EXPIRED;
        if (revived) {
            successorSink.successor(
                    "loop: renews too late",
                    s.after(n -> n.grantGate = new GrantGate(
                            n.grantGate.generation(),
                            n.grantGate.term(),
                            n.grantGate.epoch(),
                            2,
                            n.open ? GrantGate.State.OPEN : GrantGate.State.SHUT)));
        } else if (!s.grantGate.ended(s.now)
                && (s.grantGate.state() == GrantGate.State.NO_LEASE || s.grantGate.until() < 2)) {
            successorSink.successor("loop: renews", s.after(n -> n.grantGate = n.grantGate.renewed(2)));
        }
        if (!s.leased && s.grantGate.state() != GrantGate.State.NO_LEASE) {
            successorSink.successor("loop: has a lease again", s.after(n -> {
                n.leased = true;
                if (n.open) {
                    n.grantGate = n.grantGate.opened(n.view);
                }
                n.doing = Doing.LOOK;
            }));
        }
    }

    private void loop(State s, SuccessorSink<State, String> successorSink) {
        String name = "loop: " + s.doing;
        Doing then = flaw == Flaw.LOOP_LOOKS_AWAY ? Doing.ANYTHING : Doing.LOOK;
        switch (s.doing) {
            case SEAL_WORDS, SHUT_LATE ->
                successorSink.successor(name, s.after(n -> {
                    shut(n, s.doing == Doing.SHUT_LATE);
                    n.open = false;
                    n.doing = Doing.ANYTHING;
                }));
            case LOSE_WORDS, EXPIRE_LATE ->
                successorSink.successor(name, s.after(n -> {
                    expireLease(n, s.doing == Doing.EXPIRE_LATE);
                    n.leased = false;
                    n.doing = Doing.ANYTHING;
                }));
            case FLAG_WAITERS ->
                successorSink.successor(name, s.after(n -> {
                    n.word = LockWordBits.awaited(n.word, true);
                    n.doing = then;
                }));
            case LIMIT -> {
                for (int grants = 1; grants <= 2; grants++) {
                    int most = grants;
                    successorSink.successor(name + " to " + grants, s.after(n -> {
                        n.word = LockWordBits.limited(n.word, most);
                        n.doing = then;
                    }));
                }
            }
            case LOOK ->
                successorSink.successor(name, s.after(n -> {
                    if (n.mayGrant() && (n.queue != 0 || n.wanted)) {
                        n.word = LockWordBits.takenBack(n.word);
                    }
                    n.doing = n.mayGrant() && LockWordBits.absent(n.word) ? Doing.IN_HAND : Doing.ANYTHING;
                }));
            case IN_HAND -> inHand(s, successorSink);
            case ANYTHING -> throw new IllegalStateException();
        }
    }

    private static void inHand(State s, SuccessorSink<State, String> successorSink) {
        if (s.epoch != s.view) {
            successorSink.successor("loop: begins the view's counter", s.after(n -> {
                arrive(n, 0);
                n.doing = n.wanted ? Doing.LIMIT : Doing.IN_HAND;
            }));
        } else if (s.wanted && (s.queue == 0 || !LockWordBits.grantable(s.word))) {
            successorSink.successor("loop: gives the right back", s.after(n -> {
                n.right = false;
                n.wanted = false;
                n.doing = Doing.ANYTHING;
            }));
        } else if (s.queue != 0) {
            int first = (s.queue & 1) != 0 ? 0 : 1;
            long granted = LockWordBits.granted(LockWordBits.awaited(s.word, s.queue >> 2 != 0), true);
            long fence = LockWordBits.fence(s.epoch, granted);
            enter(
                    "loop: grants to thread " + (first + 1),
                    s,
                    first,
                    fence,
                    s.grantGate.generation(),
                    n -> {
                        n.word = granted;
                        n.owner = first + 1;
                        n.queue >>= 2;
                        n.doing = Doing.ANYTHING;
                    },
                    successorSink);
        } else {
            successorSink.successor("loop: retains", s.after(n -> {
                n.word = LockWordBits.retained(n.word, false);
                n.doing = Doing.ANYTHING;
            }));
        }
    }

    private static void arrive(State n, long counter) {
        n.word = LockWordBits.arrived(n.word, n.view, counter);
        n.epoch = n.view;
    }

    private static void shut(State n, boolean gate) {
        if (gate) {
            n.grantGate = n.grantGate.shut();
        } else {
            n.report = LockWordBits.held(n.word) ? LockWordBits.fence(n.epoch, n.word) : 0;
            n.word = LockWordBits.sealed(n.word);
        }
    }

    private static void expireLease(State n, boolean gate) {
        if (gate) {
            n.grantGate = n.grantGate.withoutLease();
        } else {
            n.word = LockWordBits.lost(n.word);
            n.owner = 0;
        }
    }

    private static long print(GrantGate grantGate) {
        return grantGate.generation()
                | grantGate.term() << 8
                | grantGate.epoch() << 16
                | grantGate.until() << 24
                | (long) grantGate.state().ordinal() << 32;
    }
}
