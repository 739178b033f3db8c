package org.peerlock.schedule;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One run of a race. Its threads hand a baton to each other, and only the thread that has it runs. A thread calls the static
 * methods where it may have to hand it on; threads of other kinds may call them, too, and nothing happens.
 */
public final class Schedule {

    /** A race that takes more steps than this does not end. */
    private static final int MOST_STEPS = 20_000;

    /** If time has passed so often, and all threads still wait, they wait for ever. */
    private static final int LONGEST_WAIT = 100;

    /** No thread has run yet. */
    private static final int NOBODY = -1;

    /** Decides which thread runs next. */
    interface Chooser {
        /**
         * Returns the number of the thread that runs next.
         *
         * @param current the number of the thread that has run until now; -1 if none has
         * @param ready the numbers of all threads that can run, in ascending order
         */
        int choose(int current, List<Integer> ready);
    }

    private static final class Actor {
        private final Schedule schedule;
        private final int number;
        private final Semaphore baton = new Semaphore(0);
        /** What it waits for; null if it can run. */
        private @Nullable BooleanSupplier condition;

        private boolean ended;

        Actor(Schedule schedule, int number) {
            this.schedule = schedule;
            this.number = number;
        }

        boolean ready() {
            BooleanSupplier awaited = condition;
            return !ended && (awaited == null || awaited.getAsBoolean());
        }
    }

    /** Whose monitor it is, and how often it was entered. */
    private record Owner(Actor actor, int times) {}

    /** The threads of all races; a new thread for each run would take longer than the run. */
    private static final Executor THREADS = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "actor");
        thread.setDaemon(true);
        return thread;
    });

    private static final ThreadLocal<@Nullable Actor> CURRENT = new ThreadLocal<>();

    private final Chooser chooser;
    private final Race race;
    private final List<Race.Actor> parts;
    private final List<Actor> actors;
    private final IdentityHashMap<Object, Owner> monitors = new IdentityHashMap<>();
    private final List<String> steps = new ArrayList<>();
    private final Semaphore over = new Semaphore(0);
    private boolean choosing;
    private volatile @Nullable Throwable failure;

    Schedule(Race race, Chooser chooser) {
        this.chooser = chooser;
        this.race = race;
        parts = race.actors();
        actors = IntStream.range(0, parts.size())
                .mapToObj(i -> new Actor(this, i))
                .toList();
    }

    /** Runs all threads until they have ended, or one has failed. Returns what failed; null if nothing did. */
    @Nullable Throwable run() {
        actors.forEach(actor -> THREADS.execute(() -> run(actor)));
        next(NOBODY).baton.release();
        over.acquireUninterruptibly();
        return failure;
    }

    /** The steps of all threads, in the order in which they were made. */
    List<String> steps() {
        return steps;
    }

    private void run(Actor me) {
        me.baton.acquireUninterruptibly();
        CURRENT.set(me);
        try {
            parts.get(me.number).act();
        } catch (Throwable e) {
            fail(e);
        }
        CURRENT.remove();
        me.ended = true;
        if (failure != null || actors.stream().allMatch(actor -> actor.ended)) {
            over.release();
        } else {
            handOn(me);
        }
    }

    private void fail(Throwable reason) {
        if (failure == null) {
            failure = reason;
        }
    }

    /** Gives the baton to the thread that is chosen. Returns when this thread has it again, or has ended. */
    private void handOn(Actor me) {
        Actor next;
        try {
            next = next(me.number);
        } catch (IllegalStateException e) {
            fail(e);
            over.release();
            if (!me.ended) {
                me.baton.acquireUninterruptibly(); // for ever: the race is over
            }
            return;
        }
        if (next != me) {
            next.baton.release();
            if (!me.ended) {
                me.baton.acquireUninterruptibly();
            }
        }
    }

    private Actor next(int current) {
        choosing = true;
        List<Integer> ready = ready();
        for (int waits = 0; ready.isEmpty(); waits++) {
            if (waits == LONGEST_WAIT) {
                throw new IllegalStateException("all threads wait for ever");
            }
            race.onAllWait();
            ready = ready();
        }
        choosing = false;
        if (steps.size() > MOST_STEPS) {
            throw new IllegalStateException("the threads run for ever");
        }
        return actors.get(chooser.choose(current, ready));
    }

    private List<Integer> ready() {
        return actors.stream().filter(Actor::ready).map(actor -> actor.number).toList();
    }

    private static @Nullable Actor current() {
        Actor actor = CURRENT.get();
        return actor == null || actor.schedule.choosing ? null : actor;
    }

    private void step(Actor me, String what) {
        handOn(me);
        steps.add(me.number + 1 + "  " + what);
    }

    /** Something that threads share is about to be used. */
    public static void point(String what) {
        Actor me = current();
        if (me != null) {
            me.schedule.step(me, what);
        }
    }

    /** Waits until a condition holds. */
    public static void await(BooleanSupplier condition) {
        Actor me = current();
        if (me != null) {
            me.condition = condition;
            me.schedule.step(me, "waits");
            me.condition = null;
        }
    }

    /** Enters a monitor. */
    public static void enter(Object monitor) {
        Actor me = current();
        if (me != null) {
            IdentityHashMap<Object, Owner> monitors = me.schedule.monitors;
            await(() -> {
                Owner owner = monitors.get(monitor);
                return owner == null || owner.actor() == me;
            });
            monitors.merge(monitor, new Owner(me, 1), (owner, once) -> new Owner(me, owner.times() + 1));
        }
    }

    /** Leaves a monitor. */
    public static void exit(Object monitor) {
        Actor me = current();
        if (me != null) {
            IdentityHashMap<Object, Owner> monitors = me.schedule.monitors;
            monitors.computeIfPresent(
                    monitor, (key, owner) -> owner.times() == 1 ? null : new Owner(me, owner.times() - 1));
        }
    }
}
