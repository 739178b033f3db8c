package org.peerlock.brain.word;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.peerlock.algorithm.Property;
import org.peerlock.lab.check.Model;
import org.peerlock.lab.world.Fingerprint;
import org.peerlock.lab.world.Violation;

/**
 * One lock's word, two threads and the loop, a single access to shared memory at a time. What an access makes of the word or
 * the gate is what {@link Words} and {@link Gate} say; the order of the accesses is that of {@link LockWord} and {@link Gates}.
 *
 * <p>The loop seals and opens, loses the lease and gets another, hears that another node wants the lock, gives it back and gets it
 * again, whenever it likes, as often as there is still budget for it. The lease ends by the clock at any moment, once.
 *
 * @param entries how often each thread tries to enter
 * @param views how often the view changes
 * @param lapses how often the lease is lost
 * @param wishes how often another node wants the lock
 * @param passed how often waiting threads were passed over before it began
 * @param flaw what is done wrongly
 */
@SuppressWarnings("EnumOrdinal") // a fingerprint lives no longer than the search
record WordModel(int entries, int views, int lapses, int wishes, int passed, Flaw flaw)
        implements Model<WordModel.State, String> {

    /** What may be done wrongly. */
    enum Flaw {
        NONE,
        /** A thread takes the word, and does not look at the gate again. */
        NO_SECOND_LOOK,
        /** The loop moves the word, and only then replaces the gate. */
        WORDS_BEFORE_GATE,
        /** A release does not ask whose hold it is. */
        RELEASE_BY_ANYONE,
        /** The loop is not told of a release. */
        SILENT_RELEASE,
        /** The loop is told of a release only if the right is in its hands, and not if any thread may take it. */
        SILENT_IF_IDLE,
        /** The loop is not told of a word that was put back. */
        SILENT_UNDO,
        /** The loop takes it that somebody will tell, without looking. */
        LOOP_LOOKS_AWAY,
        /** A lease is renewed although somebody has seen it ended. */
        EXPIRED_REVIVED
    }

    /** What a thread does next. */
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

    /** What the loop does next. */
    private enum Doing {
        ANYTHING,
        SEAL_WORDS,
        LOSE_WORDS,
        SHUT_LATE,
        LAPSE_LATE,
        FLAG_WAITERS,
        LIMIT,
        LOOK,
        IN_HAND
    }

    private static final class Worker {
        Next next = Next.LOOK_AT_GATE;
        int entries;
        Gate gate = Gate.FIRST;
        long word;
        long fence;
        long generation;

        Worker copy() {
            Worker copy = new Worker();
            copy.next = next;
            copy.entries = entries;
            copy.gate = gate;
            copy.word = word;
            copy.fence = fence;
            copy.generation = generation;
            return copy;
        }

        long fingerprint(long seed) {
            long hash = Fingerprint.of(seed ^ (next.ordinal() | (long) entries << 8 | generation << 16));
            return Fingerprint.of(Fingerprint.of(Fingerprint.of(hash ^ fence) ^ word) ^ print(gate));
        }

        /** Forgets what it no longer needs, so that states in which it would do the same are the same. */
        void to(Next other) {
            next = other;
            if (other == Next.LOOK_AT_GATE || other == Next.CHOOSE || other == Next.PARKED) {
                gate = Gate.FIRST;
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

    /** The system at one moment; nobody changes it once it was told. */
    static final class State {
        // Shared memory.
        private Gate gate = Gate.FIRST;
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
        private int lapses;
        private int wishes;
        // What nobody knows.
        private int owner;
        private long greatest;

        State after(Consumer<State> change) {
            State next = new State();
            next.gate = gate;
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
            next.lapses = lapses;
            next.wishes = wishes;
            next.owner = owner;
            next.greatest = greatest;
            change.accept(next);
            return next;
        }

        private long fingerprint() {
            long bits = doing.ordinal() | (long) asked << 8 | (long) queue << 12 | (long) owner << 16;
            bits |= (long) (views | lapses << 4 | wishes << 8) << 20;
            bits |= (long) ((open ? 1 : 0) | (leased ? 2 : 0) | (right ? 4 : 0) | (wanted ? 8 : 0) | (told ? 16 : 0))
                    << 32;
            bits |= view << 40 | epoch << 44 | now << 48;
            long hash = Fingerprint.of(Fingerprint.of(
                            Fingerprint.of(Fingerprint.of(Fingerprint.of(bits) ^ word) ^ print(gate)) ^ report)
                    ^ greatest);
            return workers[1].fingerprint(workers[0].fingerprint(hash));
        }

        private boolean mayGrant() {
            return right && open && leased;
        }

        @Override
        public String toString() {
            return gate + ", " + Words.toString(word) + ", " + workers[0].next + ", " + workers[1].next + ", " + doing;
        }
    }

    @Override
    public List<State> initial() {
        State state = new State();
        state.gate = Gate.FIRST.lapsed().renewed(1).opened(1);
        boolean fresh = passed < Words.FIRST;
        state.word = Words.retained(Words.arrived(0, 1, 0), fresh) | (long) passed << Words.PASSED;
        state.workers = new Worker[] {new Worker(), new Worker()};
        state.workers[0].entries = entries;
        state.workers[1].entries = entries;
        state.views = views;
        state.lapses = lapses;
        state.wishes = wishes;
        return List.of(state);
    }

    @Override
    public long fingerprint(State state) {
        return state.fingerprint();
    }

    @Override
    public void expand(State s, Steps<State, String> steps) {
        if (isWrong(s, steps)) {
            return;
        }
        if (s.now == 0) {
            steps.to("the lease ends by the clock", s.after(n -> n.now = 1));
        }
        for (int i = 0; i < 2; i++) {
            thread(s, i, steps);
        }
        if (s.doing == Doing.ANYTHING) {
            somethingHappens(s, steps);
        } else {
            loop(s, steps);
        }
    }

    // What must never be.

    private static boolean isWrong(State s, Steps<State, String> steps) {
        Worker a = s.workers[0];
        Worker b = s.workers[1];
        if (a.next.holds() && b.next.holds() && a.generation == b.generation) {
            steps.wrong(new Violation(Property.EXCLUSION, "both hold it in one generation: " + s));
            return true;
        }
        for (Worker worker : s.workers) {
            boolean valid = worker.next.holds() && worker.generation == s.gate.generation() && s.gate.leased();
            if (valid && !s.open && worker.fence != s.report) {
                steps.wrong(new Violation(Property.EXPECTATION, "a valid hold is not in the report: " + s));
                return true;
            }
            if (valid && !Words.heldWith(s.word, worker.fence)) {
                steps.wrong(new Violation(Property.EXPECTATION, "a hold is valid, and its word does not know: " + s));
                return true;
            }
        }
        if (s.doing == Doing.ANYTHING && !s.told && s.asked == 0 && isForgotten(s)) {
            steps.wrong(new Violation(Property.PROGRESS, "forgotten: " + s));
            return true;
        }
        return false;
    }

    /** Whether there is something to do for the loop, and nobody who will tell it. */
    private static boolean isForgotten(State s) {
        for (Worker worker : s.workers) {
            if (worker.next == Next.TELL || worker.next == Next.TELL_REFUSED) {
                return false;
            }
        }
        if (Words.held(s.word)) {
            boolean ownerIsGone = !s.workers[s.owner - 1].next.owns();
            boolean willBeSilent = !Words.concernsLoop(Words.released(s.word)) && (s.queue != 0 || s.wanted);
            return (s.gate.leased() && ownerIsGone) || (s.mayGrant() && willBeSilent);
        }
        return s.mayGrant() && (s.queue != 0 || s.wanted || Words.absent(s.word));
    }

    // The threads.

    private void thread(State s, int i, Steps<State, String> steps) {
        Worker me = s.workers[i];
        String name = "thread " + (i + 1) + ": " + me.next;
        Consumer<Consumer<Worker>> step = change -> steps.to(name, s.after(n -> change.accept(n.workers[i])));
        switch (me.next) {
            case LOOK_AT_GATE -> {
                if (me.entries > 0) {
                    step.accept(w -> {
                        w.gate = s.gate;
                        w.to(Next.LOOK_AT_CLOCK);
                    });
                }
            }
            case LOOK_AT_CLOCK -> {
                boolean ended = me.gate.leased() && !me.gate.lasts(s.now);
                step.accept(w -> w.to(ended ? Next.EXPIRE_GATE : me.gate.open() ? Next.LOOK_AT_WORD : Next.CHOOSE));
            }
            case EXPIRE_GATE ->
                steps.to(name, s.after(n -> {
                    if (n.gate.equals(me.gate)) {
                        n.gate = me.gate.expired();
                    }
                    n.workers[i].to(Next.CHOOSE);
                }));
            case LOOK_AT_WORD ->
                step.accept(w -> {
                    w.word = s.word;
                    w.to(Words.takeable(s.word, me.gate.epoch()) ? Next.TAKE : Next.CHOOSE);
                });
            case TAKE ->
                steps.to(name, s.after(n -> {
                    Worker w = n.workers[i];
                    if (n.word == me.word) {
                        n.word = Words.taken(me.word);
                        n.owner = i + 1;
                        w.word = 0;
                        w.fence = Words.fence(me.gate.epoch(), n.word);
                        w.to(Next.LOOK_AGAIN);
                    } else {
                        w.to(Next.LOOK_AT_WORD);
                    }
                }));
            case LOOK_AGAIN -> {
                if (s.gate.stillAsIn(me.gate) || flaw == Flaw.NO_SECOND_LOOK) {
                    enter(name, s, i, me.fence, me.gate.generation(), n -> {}, steps);
                } else {
                    step.accept(w -> w.to(Next.UNDO));
                }
            }
            case UNDO ->
                step.accept(w -> {
                    w.word = s.word;
                    w.to(Words.heldWith(s.word, me.fence) ? Next.PUT_BACK : Next.CHOOSE);
                });
            case PUT_BACK -> leave(name, s, i, Next.UNDO, flaw == Flaw.SILENT_UNDO, steps);
            case TELL_REFUSED ->
                steps.to(name, s.after(n -> {
                    n.told = true;
                    n.workers[i].to(Next.CHOOSE);
                }));
            case CHOOSE -> {
                steps.to("thread " + (i + 1) + ": gives up", s.after(n -> n.workers[i].done()));
                steps.to("thread " + (i + 1) + ": asks the loop", s.after(n -> {
                    n.asked |= 1 << i;
                    n.workers[i].to(Next.PARKED);
                }));
            }
            case PARKED -> {}
            case RELEASE -> {
                boolean own = flaw == Flaw.RELEASE_BY_ANYONE ? Words.held(s.word) : Words.heldWith(s.word, me.fence);
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
                boolean valid =
                        flaw == Flaw.RELEASE_BY_ANYONE || (s.gate.generation() == me.generation && s.gate.leased());
                step.accept(w -> {
                    w.gate = s.gate;
                    if (valid) {
                        w.to(Next.VALIDATE_BY_CLOCK);
                    } else {
                        w.done();
                    }
                });
            }
            case VALIDATE_BY_CLOCK -> step.accept(w -> w.to(me.gate.lasts(s.now) ? Next.LEAVE : Next.EXPIRE_OWN));
            case EXPIRE_OWN ->
                steps.to(name, s.after(n -> {
                    if (n.gate.equals(me.gate)) {
                        n.gate = me.gate.expired();
                        n.workers[i].done();
                    } else {
                        n.workers[i].to(Next.VALIDATE);
                    }
                }));
            case LEAVE -> leave(name, s, i, Next.RELEASE, flaw == Flaw.SILENT_RELEASE, steps);
            case TELL ->
                steps.to(name, s.after(n -> {
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
            Steps<State, String> steps) {
        if (fence <= s.greatest) {
            steps.wrong(
                    name, new Violation(Property.FENCE, "fence " + fence + " comes after " + s.greatest + ": " + s));
            return;
        }
        steps.to(name, s.after(n -> {
            n.greatest = fence;
            Worker w = n.workers[i];
            w.gate = Gate.FIRST;
            w.fence = fence;
            w.generation = generation;
            w.to(Next.RELEASE);
            also.accept(n);
        }));
    }

    private void leave(String name, State s, int i, Next again, boolean silent, Steps<State, String> steps) {
        Worker me = s.workers[i];
        if (s.word != me.word) {
            steps.to(name, s.after(n -> n.workers[i].to(again)));
        } else if (s.owner != i + 1) {
            steps.wrong(name, new Violation(Property.EXPECTATION, "releases what another holds: " + s));
        } else {
            steps.to(name, s.after(n -> {
                n.word = Words.released(me.word);
                n.owner = 0;
                boolean tells =
                        Words.concernsLoop(n.word) && !silent && !(flaw == Flaw.SILENT_IF_IDLE && Words.idle(n.word));
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

    private void somethingHappens(State s, Steps<State, String> steps) {
        for (int i = 0; i < 2; i++) {
            int bit = 1 << i;
            if ((s.asked & bit) != 0) {
                steps.to("loop: thread " + (i + 1) + " waits", s.after(n -> {
                    n.asked &= ~bit;
                    n.queue = n.queue == 0 ? bit : n.queue | bit << 2;
                    n.doing = Doing.FLAG_WAITERS;
                }));
            }
        }
        if (s.told) {
            steps.to("loop: is told", s.after(n -> {
                n.told = false;
                n.doing = Doing.LOOK;
            }));
        }
        if (s.wishes > 0 && s.right && s.open && !s.wanted) {
            steps.to("loop: another node wants it", s.after(n -> {
                n.wishes--;
                n.wanted = true;
                n.doing = Doing.LIMIT;
            }));
        }
        if (!s.right && s.open && s.leased && s.queue != 0) {
            steps.to("loop: the right arrives", s.after(n -> {
                arrive(n, n.epoch == n.view ? Words.counter(n.word) + 1 : 0);
                n.right = true;
                n.doing = Doing.IN_HAND;
            }));
        }
        viewsAndLeases(s, steps);
    }

    private void viewsAndLeases(State s, Steps<State, String> steps) {
        if (s.views > 0 && s.open) {
            steps.to("loop: shuts", s.after(n -> {
                n.views--;
                shut(n, flaw != Flaw.WORDS_BEFORE_GATE);
                n.doing = flaw == Flaw.WORDS_BEFORE_GATE ? Doing.SHUT_LATE : Doing.SEAL_WORDS;
            }));
        }
        if (!s.open) {
            steps.to("loop: opens", s.after(n -> {
                n.view++;
                n.gate = n.gate.opened(n.view);
                n.open = true;
                n.right = n.report != 0;
                n.report = 0;
                n.wanted = false;
                n.doing = Doing.LOOK;
            }));
        }
        if (s.lapses > 0 && s.leased) {
            steps.to("loop: lapses", s.after(n -> {
                n.lapses--;
                lapse(n, flaw != Flaw.WORDS_BEFORE_GATE);
                n.doing = flaw == Flaw.WORDS_BEFORE_GATE ? Doing.LAPSE_LATE : Doing.LOSE_WORDS;
            }));
        }
        boolean revived = flaw == Flaw.EXPIRED_REVIVED && s.gate.state() == Gate.State.EXPIRED;
        if (revived) {
            steps.to(
                    "loop: renews too late",
                    s.after(n -> n.gate = new Gate(
                            n.gate.generation(),
                            n.gate.term(),
                            n.gate.epoch(),
                            2,
                            n.open ? Gate.State.OPEN : Gate.State.SHUT)));
        } else if (!s.gate.ended(s.now) && (s.gate.state() == Gate.State.LAPSED || s.gate.until() < 2)) {
            steps.to("loop: renews", s.after(n -> n.gate = n.gate.renewed(2)));
        }
        if (!s.leased && s.gate.state() != Gate.State.LAPSED) {
            steps.to("loop: has a lease again", s.after(n -> {
                n.leased = true;
                if (n.open) {
                    n.gate = n.gate.opened(n.view);
                }
                n.doing = Doing.LOOK;
            }));
        }
    }

    private void loop(State s, Steps<State, String> steps) {
        String name = "loop: " + s.doing;
        Doing then = flaw == Flaw.LOOP_LOOKS_AWAY ? Doing.ANYTHING : Doing.LOOK;
        switch (s.doing) {
            case SEAL_WORDS, SHUT_LATE ->
                steps.to(name, s.after(n -> {
                    shut(n, s.doing == Doing.SHUT_LATE);
                    n.open = false;
                    n.doing = Doing.ANYTHING;
                }));
            case LOSE_WORDS, LAPSE_LATE ->
                steps.to(name, s.after(n -> {
                    lapse(n, s.doing == Doing.LAPSE_LATE);
                    n.leased = false;
                    n.doing = Doing.ANYTHING;
                }));
            case FLAG_WAITERS ->
                steps.to(name, s.after(n -> {
                    n.word = Words.awaited(n.word, true);
                    n.doing = then;
                }));
            case LIMIT -> {
                for (int grants = 1; grants <= 2; grants++) {
                    int most = grants;
                    steps.to(name + " to " + grants, s.after(n -> {
                        n.word = Words.limited(n.word, most);
                        n.doing = then;
                    }));
                }
            }
            case LOOK ->
                steps.to(name, s.after(n -> {
                    if (n.mayGrant() && (n.queue != 0 || n.wanted)) {
                        n.word = Words.takenBack(n.word);
                    }
                    n.doing = n.mayGrant() && Words.absent(n.word) ? Doing.IN_HAND : Doing.ANYTHING;
                }));
            case IN_HAND -> inHand(s, steps);
            case ANYTHING -> throw new IllegalStateException();
        }
    }

    private static void inHand(State s, Steps<State, String> steps) {
        if (s.epoch != s.view) {
            steps.to("loop: begins the view's counter", s.after(n -> {
                arrive(n, 0);
                n.doing = n.wanted ? Doing.LIMIT : Doing.IN_HAND;
            }));
        } else if (s.wanted && (s.queue == 0 || !Words.grantable(s.word))) {
            steps.to("loop: gives the right back", s.after(n -> {
                n.right = false;
                n.wanted = false;
                n.doing = Doing.ANYTHING;
            }));
        } else if (s.queue != 0) {
            int first = (s.queue & 1) != 0 ? 0 : 1;
            long granted = Words.granted(Words.awaited(s.word, s.queue >> 2 != 0), true);
            long fence = Words.fence(s.epoch, granted);
            enter(
                    "loop: grants to thread " + (first + 1),
                    s,
                    first,
                    fence,
                    s.gate.generation(),
                    n -> {
                        n.word = granted;
                        n.owner = first + 1;
                        n.queue >>= 2;
                        n.doing = Doing.ANYTHING;
                    },
                    steps);
        } else {
            steps.to("loop: retains", s.after(n -> {
                n.word = Words.retained(n.word, false);
                n.doing = Doing.ANYTHING;
            }));
        }
    }

    private static void arrive(State n, long counter) {
        n.word = Words.arrived(n.word, n.view, counter);
        n.epoch = n.view;
    }

    private static void shut(State n, boolean gate) {
        if (gate) {
            n.gate = n.gate.shut();
        } else {
            n.report = Words.held(n.word) ? Words.fence(n.epoch, n.word) : 0;
            n.word = Words.sealed(n.word);
        }
    }

    private static void lapse(State n, boolean gate) {
        if (gate) {
            n.gate = n.gate.lapsed();
        } else {
            n.word = Words.lost(n.word);
            n.owner = 0;
        }
    }

    private static long print(Gate gate) {
        return gate.generation()
                | gate.term() << 8
                | gate.epoch() << 16
                | gate.until() << 24
                | (long) gate.state().ordinal() << 32;
    }
}
