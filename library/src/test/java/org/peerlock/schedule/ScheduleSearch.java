package org.peerlock.schedule;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Runs a race with every schedule in which threads are stopped at most so many times. A thread that waits or ends is not stopped:
 * then any other one may go on. Most defects need one or two such stops (Musuvathi and Qadeer, <i>Iterative Context Bounding for
 * Systematic Testing of Multithreaded Programs</i>, PLDI 2007).
 */
public final class ScheduleSearch {

    /** A moment at which several threads could go on. */
    private static final class Choice {
        private final List<Integer> options;
        private int taken;

        Choice(List<Integer> options) {
            this.options = options;
        }

        int option() {
            return options.get(taken);
        }
    }

    private final PointLoader loader;
    private final int stops;
    /** The choices of the current run; those of the next run begin in the same way. */
    private final List<Choice> choices = new ArrayList<>();

    private int depth;
    private int left;

    /**
     * @param chosen the names of the classes whose steps are to be ordered
     * @param stops how often threads are stopped at most, in one schedule
     */
    public ScheduleSearch(Predicate<String> chosen, int stops) {
        loader = new PointLoader(chosen);
        this.stops = stops;
    }

    /**
     * Runs the race with all schedules.
     *
     * @param race its name, and the arguments of its constructor, all of them strings
     * @return how many schedules had which outcome
     * @throws AssertionError if one failed, with its steps
     */
    public Map<String, Integer> run(Class<? extends Race> race, String... arguments) {
        Map<String, Integer> outcomes = new TreeMap<>();
        choices.clear();
        do {
            outcomes.merge(runOnce(race, arguments), 1, Integer::sum);
        } while (backtrack());
        return outcomes;
    }

    private String runOnce(Class<? extends Race> race, String... arguments) {
        depth = 0;
        left = stops;
        Race made = make(race, arguments);
        Schedule schedule = new Schedule(made, this::choose);
        Throwable failure = schedule.run();
        try {
            if (failure == null) {
                return made.judge();
            }
        } catch (Exception | AssertionError e) {
            failure = e;
        }
        throw new AssertionError(failure + " after\n" + String.join("\n", schedule.steps()), failure);
    }

    private Race make(Class<? extends Race> race, String... arguments) {
        try {
            Class<?>[] types = Stream.of(arguments).map(Object::getClass).toArray(Class<?>[]::new);
            Constructor<?> constructor = loader.loadClass(race.getName()).getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return (Race) constructor.newInstance((Object[]) arguments);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private int choose(int current, List<Integer> ready) {
        boolean stopped = ready.contains(current);
        if (ready.size() == 1 || (stopped && left == 0)) {
            return stopped ? current : ready.get(0);
        }
        if (depth == choices.size()) {
            List<Integer> options = new ArrayList<>(ready);
            if (options.remove((Integer) current)) {
                options.add(0, current);
            }
            choices.add(new Choice(options));
        }
        int next = choices.get(depth++).option();
        if (!ready.contains(next)) {
            throw new IllegalStateException("the race does not repeat itself");
        }
        left -= stopped && next != current ? 1 : 0;
        return next;
    }

    /** Prepares the next schedule. Returns whether there is one. */
    private boolean backtrack() {
        while (!choices.isEmpty()) {
            Choice last = choices.get(choices.size() - 1);
            if (++last.taken < last.options.size()) {
                return true;
            }
            choices.remove(choices.size() - 1);
        }
        return false;
    }
}
