package org.peerlock.brain;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.peerlock.brain.registry.Command;
import org.peerlock.brain.registry.Incarnation;
import org.peerlock.brain.registry.Member;
import org.peerlock.brain.registry.Registry;
import org.peerlock.brain.registry.View;

/**
 * What every registered node may do for all: propose a next view, and install it. It is enough if one does, and all at once
 * would be in each other's way; so they take turns, each a little later than the one before.
 */
class Duties {

    /** Something to be done: what one does for an epoch, no other has to. */
    private record Duty(boolean install, long epoch) {}

    private final Incarnation me;
    private final Timing timing;
    private final Silence silence;
    private final Reports reports;
    private final Views views;
    private @Nullable Duty duty;
    private long since;

    Duties(Incarnation me, Timing timing, Silence silence, Reports reports, Views views) {
        this.me = me;
        this.timing = timing;
        this.silence = silence;
        this.reports = reports;
        this.views = views;
    }

    /** What this node is to do for all now: null if there is nothing to do, or it is the turn of another. */
    @Nullable Command due(long now, Registry registry) {
        Command command = registry.registered(me) ? command(now, registry) : null;
        if (command == null) {
            duty = null;
            return null;
        }
        Duty called = new Duty(command instanceof Command.Install, registry.maxEpoch());
        if (!called.equals(duty)) {
            duty = called;
            since = now;
        }
        return now - since >= turn(now, registry) * timing.stagger() ? command : null;
    }

    /** How many others come before this one: members first, then those who wait to become one. */
    private long turn(long now, Registry registry) {
        View current = registry.current();
        List<Incarnation> order = new ArrayList<>(current.members());
        order.removeIf(member -> !registry.registered(member) || silence.silent(member, now));
        registry.members().keySet().stream().filter(id -> !current.has(id)).forEach(order::add);
        return order.indexOf(me);
    }

    /** What somebody is to do for all, if anything. */
    @Nullable Command command(long now, Registry registry) {
        View next = registry.next();
        if (next != null && reports.complete(next)) {
            return new Command.Install(next.epoch());
        }
        SortedMap<Incarnation, Long> silent = silent(now, registry);
        if (next != null) {
            boolean lost = next.survivors().stream().anyMatch(id -> gone(registry, silent, id));
            return lost ? new Command.Propose(silent, false) : null;
        }
        View current = registry.current();
        boolean lost = !silent.isEmpty() || current.members().stream().anyMatch(id -> gone(registry, silent, id));
        if (lost) {
            return new Command.Propose(silent, false);
        }
        boolean joins = current.size() < registry.members().size();
        if ((joins || views.wantsFreshOne())
                && current.members().stream().allMatch(id -> id.equals(me) || silence.lively(id, now))) {
            return new Command.Propose(silent, !joins);
        }
        return null;
    }

    private static boolean gone(Registry registry, SortedMap<Incarnation, Long> silent, Incarnation id) {
        return !registry.registered(id) || silent.containsKey(id);
    }

    /** Those whose lease is surely over, with the stamp since which it is. */
    private SortedMap<Incarnation, Long> silent(long now, Registry registry) {
        SortedMap<Incarnation, Long> silent = new TreeMap<>();
        for (Map.Entry<Incarnation, Member> entry : registry.members().entrySet()) {
            if (!entry.getKey().equals(me) && silence.silent(entry.getKey(), now)) {
                silent.put(entry.getKey(), entry.getValue().stamp());
            }
        }
        return silent;
    }
}
