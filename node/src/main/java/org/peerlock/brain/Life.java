package org.peerlock.brain;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.peerlock.brain.registry.Command;
import org.peerlock.brain.registry.Incarnation;
import org.peerlock.brain.registry.Registry;
import org.peerlock.brain.registry.View;
import org.peerlock.brain.word.Gates;

/**
 * One incarnation of a node, from its first look at the cell until it is dropped or leaves: what it knows of the cell, what it
 * writes there, and how it goes.
 *
 * <pre>
 *     new -- all answer, Join --&gt; registered -- its record is gone --&gt; over
 * </pre>
 *
 * <p>What it does as a member is told in {@link Views}, what it does for all in {@link Duties}. Whether it has a lease is
 * another matter: {@link Gates}. Without one it grants nothing, but goes on serving the others.
 */
class Life {

    final Incarnation me;
    private final long epochBefore;
    private final Settings settings;
    private final Timing timing;
    private final Gates gates;
    private final Locks locks;
    private final Outside outside;
    private final Silence silence;
    private final Reachability reachability;
    private final Views views;
    private final Duties duties;
    private final Inquiries inquiries;

    private long now;
    private long awakeSince;
    private @Nullable Registry known;
    private Optional<String> refusal = Optional.empty();
    private boolean registered;
    /** Whether it has tried to join, and has not read the cell since: it may be registered. */
    private boolean joining;

    private long renewAt;
    private boolean hurry;
    private boolean dutyDue;
    private boolean covered;
    private long coveredSince;
    private @Nullable Loss leaving;
    private long leavingSince;
    private boolean leavingAtOnce;
    private boolean drained;
    private @Nullable Loss over;

    /** @param epochBefore the greatest epoch that the node has seen in its lives before */
    Life(Incarnation me, long now, long epochBefore, Parts parts, Body body) {
        this.me = me;
        this.now = now;
        this.epochBefore = epochBefore;
        settings = body.settings();
        timing = settings.timing();
        gates = body.gates();
        locks = body.locks();
        outside = body.outside();
        silence = parts.silence(timing, now);
        reachability = new Reachability(timing, now);
        Reports reports = parts.reports();
        views = parts.views(me, () -> this.now, reports, body);
        duties = parts.duties(me, timing, silence, reports, views);
        inquiries = new Inquiries(me, body);
        awakeSince = now;
        renewAt = now;
    }

    /** The greatest epoch that the node has seen so far. */
    long epochSeen() {
        return known == null ? epochBefore : Math.max(epochBefore, known.maxEpoch());
    }

    /** Why it is over, if it is. */
    @Nullable Loss over() {
        return over;
    }

    /** Why this node cannot take part, if so. */
    Optional<String> refusal() {
        return refusal;
    }

    private void end(Loss reason) {
        over = reason;
    }

    /** Others, or the loss of the cell, have ended it: unless it was about to go anyway, it comes back. */
    private void endAgainstItsWill() {
        end(leaving == null ? Loss.EVICTED : leaving);
    }

    // Time

    /** The machine has slept, and the clock with it: what was begun before may be older than it seems. */
    void woke(long time) {
        awakeSince = time;
    }

    void tick(long time) {
        now = time;
        Registry registry = known;
        if (registry != null) {
            reachability.ask(now, others(registry), outside);
            stepDownIfCovered(registry);
            views.tick(registry);
        }
        drain();
        dutyDue = dutyCalls() != null;
    }

    private SortedSet<Incarnation> others(Registry registry) {
        return withoutMe(new TreeSet<>(registry.members().keySet()));
    }

    private SortedSet<Incarnation> withoutMe(SortedSet<Incarnation> ids) {
        ids.remove(me);
        ids.remove(Incarnation.GENESIS); // who is nobody
        return ids;
    }

    void stepDownIfCovered(Registry registry) {
        boolean before = covered;
        covered = registered && Cover.of(registry).contains(me);
        if (covered && !before) {
            coveredSince = now;
        }
        if (covered && leaving == null && now - coveredSince >= timing.confirmation()) {
            leave(now, Loss.UNREACHABLE, true);
        }
    }

    // Packets

    void receive(long time, Incarnation from, Packet packet) {
        now = time;
        if (packet instanceof Packet.Content content) {
            adopt(content.registry());
        } else if (packet instanceof Packet.Reports told) {
            receiveReports(from, told);
        } else if (packet instanceof Packet.Probe probe) {
            outside.send(from, new Packet.Echo(probe.number(), settings.label(), settings.version()));
        } else if (packet instanceof Packet.Echo echo) {
            inquiries.told(from, echo);
            reachability.answered(now, from);
            hurry |= !registered && allAnswer();
        } else if (packet instanceof Packet.Data data) {
            hurry |= known == null || data.epoch() > known.current().epoch();
            views.receive(from, data);
        } else if (packet instanceof Packet.Disagreement told) {
            views.receive(from, told);
        } else if (packet instanceof Packet.Receipt receipt) {
            views.receive(from, receipt);
        } else if (packet instanceof Packet.Question question) {
            outside.send(from, inquiries.reply(question));
        } else if (packet instanceof Packet.Reply reply) {
            inquiries.receive(from, reply);
        }
    }

    private void receiveReports(Incarnation from, Packet.Reports told) {
        if (told.epoch() >= views.epoch()) {
            hurry |= known == null || told.epoch() > known.maxEpoch();
            views.receive(from, told);
            proceed();
        }
    }

    /** These nodes are certainly dead. */
    void died(long time, SortedSet<Incarnation> dead) {
        now = time;
        silence.died(dead);
        proceed();
    }

    /** The connection to another node is new. */
    void connected(long time, Incarnation other) {
        now = time;
        views.connected(other);
    }

    // Whoever looks on

    void inquire(long time, Inquiry<?> inquiry) {
        now = time;
        inquiries.begin(inquiry, known == null ? Collections.emptySortedMap() : known.members());
    }

    /** The epoch of the view that began last here. */
    long epoch() {
        return views.epoch();
    }

    /** All registered nodes, as seen from here. */
    List<Overview.Neighbour> neighbours(long time) {
        Registry registry = known;
        List<Overview.Neighbour> all = new ArrayList<>();
        if (registry != null) {
            registry.members().forEach((id, member) -> {
                boolean here = id.equals(me);
                long lease = here ? gates.left(time) : silence.left(id, time);
                long epoch = registry.current().has(id) ? registry.current().epoch() : 0;
                if (!id.equals(Incarnation.GENESIS)) {
                    all.add(new Overview.Neighbour(
                            id, member.address(), inquiries.label(id), inquiries.version(id), lease, epoch, here));
                }
            });
        }
        return all;
    }

    void conclude(Inquiry<?> inquiry) {
        inquiries.conclude(inquiry);
    }

    // The cell

    /** Whether the cell should be read, and perhaps written, now. */
    boolean wantsCell(long time) {
        now = time;
        return hurry || dutyDue || now - renewAt >= 0;
    }

    /** The cell was read. Returns what it is to become; null if it is to stay as it is. */
    @Nullable Registry read(long time, Registry content) {
        now = time;
        hurry = false;
        joining = false;
        adopt(content);
        renewAt = now + (registered ? timing.renewal() : timing.look());
        if (!registered) {
            silence.contact(now);
            if (isIn(content.current(), me) || isIn(content.next(), me)) {
                endAgainstItsWill(); // it joined without knowing it, and was dropped
            }
        }
        if (content.revision() < revision()) {
            readAgain(); // an old one: what would be made of it could not be written
        }
        if (over != null || refusal().isPresent() || hurry) {
            return null;
        }
        Registry changed = content;
        for (Command command : commands()) {
            changed = apply(command, changed);
        }
        return changed.equals(content) ? null : changed;
    }

    /** What the command makes of the content: the same if it is refused. */
    Registry apply(Command command, Registry content) {
        return content.apply(command).orElse(content);
    }

    private static boolean isIn(@Nullable View some, Incarnation id) {
        return some != null && some.has(id);
    }

    /** The cell could not be read or written, or what was read was old. */
    void readAgain() {
        hurry = true;
    }

    /** What this node has made of the cell was written; it was sent at that time. */
    void written(long time, long sent, Registry content) {
        now = time;
        Registry before = known;
        silence.contact(now);
        adopt(content);
        if (before == null || changes(before, content)) {
            tell(content); // even if it was the last thing that this one did
        }
        if (over != null) {
            return;
        }
        long until = sent + timing.lease();
        if (!registered) {
            readAgain(); // to join what it has created
        } else if (until - now > 0 && sent - awakeSince >= 0 && gates.renew(until, now) && views.openGate()) {
            locks.settle();
        }
    }

    private static boolean changes(Registry before, Registry after) {
        return before.maxEpoch() != after.maxEpoch()
                || before.current().epoch() != after.current().epoch()
                || !before.members().keySet().equals(after.members().keySet());
    }

    private void tell(Registry content) {
        Packet.Content packet = new Packet.Content(content);
        SortedSet<Incarnation> all = new TreeSet<>(content.members().keySet());
        all.addAll(content.current().members());
        withoutMe(all).forEach(other -> outside.send(other, packet));
    }

    private long revision() {
        return known == null ? 0 : known.revision();
    }

    /** Learns what the cell holds, or held when it was written that way; it may have been read by another node. */
    private void adopt(Registry fresh) {
        if (known != null && !known.cellId().equals(fresh.cellId())) {
            endAgainstItsWill(); // all that was agreed on is gone
            return;
        }
        if (fresh.revision() < revision()) {
            return;
        }
        silence.observe(now, fresh); // even if it is known: nobody may have been able to change it
        if (fresh.revision() == revision()) {
            return;
        }
        known = fresh;
        inquiries.retain(fresh.members());
        refusal = settings.differsFrom(fresh);
        if (dropped(fresh)) {
            endAgainstItsWill();
            return;
        }
        registered = fresh.registered(me);
        views.seal(fresh.next());
        proceed();
    }

    /** Whether it was registered, and is no more. */
    boolean dropped(Registry fresh) {
        return registered && !fresh.registered(me);
    }

    /** Something has changed that a view, or a duty, may have waited for. */
    private void proceed() {
        Registry registry = known;
        if (registry != null && over == null) {
            dutyDue = dutyCalls() != null;
            views.begin(registry.current());
        }
    }

    /** What this node is to do for all, if it is its turn. */
    private @Nullable Command dutyCalls() {
        return known == null ? null : duties.due(now, known);
    }

    // What to do to the cell

    private List<Command> commands() {
        List<Command> commands = new ArrayList<>();
        if (!registered) {
            if (leaving == null && allAnswer()) {
                joining = true;
                commands.add(new Command.Join(me, settings.address(), epochBefore));
            }
        } else if (goes()) {
            commands.add(new Command.Leave(me));
        } else {
            commands.add(new Command.Renew(me, reachability.unreachable(now)));
            Command shared = dutyCalls();
            if (shared != null) {
                commands.add(shared);
            }
        }
        return commands;
    }

    /** Whether it is time to give up its record: nothing is held or granted here any more. */
    boolean goes() {
        return drained;
    }

    /** Whether all registered nodes that may be alive answer: who cannot reach them all had better stay out. */
    private boolean allAnswer() {
        Registry registry = known;
        return registry != null
                && others(registry).stream()
                        .allMatch(other -> silence.silent(other, now) || reachability.reached(other, now));
    }

    // Leaving

    /** Stops granting, waits for holders to finish, unless it is to be at once, and goes. */
    void leave(long time, Loss reason, boolean atOnce) {
        now = time;
        leavingAtOnce |= atOnce;
        if (leaving == null) {
            leaving = reason;
            leavingSince = now;
            views.close();
        } else if (reason == Loss.LEFT) {
            leaving = reason; // who has stepped down would come back
        }
        drain();
    }

    /** Once all holders have finished, or were told that they have lost, nothing is granted here any more. */
    private void drain() {
        if (leaving == null) {
            return;
        }
        boolean pressing = leavingAtOnce || now - leavingSince >= timing.drain();
        if (!drained && (pressing || !locks.held())) {
            drained = true;
            hurry = true;
            locks.lapse(leaving);
        }
        boolean noRecord = !registered && !joining;
        boolean inVain = now - leavingSince >= timing.drain() + 2 * timing.lease(); // the others will drop it
        if (drained && (noRecord || inVain)) {
            end(leaving);
        }
    }
}
