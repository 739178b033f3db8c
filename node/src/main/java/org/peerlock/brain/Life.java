package org.peerlock.brain;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.peerlock.brain.registry.Command;
import org.peerlock.brain.registry.Incarnation;
import org.peerlock.brain.registry.Member;
import org.peerlock.brain.registry.Registry;
import org.peerlock.brain.registry.View;
import org.peerlock.brain.word.Gates;

/**
 * One incarnation of a node, from its first look at the cell until it is dropped or leaves.
 *
 * <pre>
 *     new -- all answer, Join --&gt; registered -- a view that has it is installed, and all reports are here --&gt; open
 *     open -- a next view is proposed, and it is a survivor --&gt; sealed
 *     sealed -- that view is installed, and all reports are here --&gt; open
 *     any -- its record is gone --&gt; over
 * </pre>
 *
 * <p>Whether it has a lease is another matter: {@link Gates}. Without one it grants nothing, but goes on serving the others.
 */
class Life {

    /** What any member may do, so that they take turns at it. */
    private record Duty(boolean install, long epoch) {}

    /** A message of a view that has not begun here. */
    private record Early(long epoch, Incarnation from, long number) implements Comparable<Early> {
        @Override
        public int compareTo(Early other) {
            int order = Long.compare(epoch, other.epoch);
            order = order != 0 ? order : from.compareTo(other.from);
            return order != 0 ? order : Long.compare(number, other.number);
        }
    }

    /** With so many messages that a member does not acknowledge, a new view serves all better. */
    private static final int BACKLOG = 10_000;

    /** A view lasts at least so many leases before it is changed only to begin afresh: each begins with much to send. */
    private static final int FORGETTING = 10;

    final Incarnation me;
    private final long epochBefore;
    private final Settings settings;
    private final Timing timing;
    private final Gates gates;
    private final Locks locks;
    private final Outside outside;
    private final Tally tally;
    private final Silence silence;
    private final Reachability reachability;
    private final Reports reports;
    private final SortedMap<Early, Packet.Data> early = new TreeMap<>();

    private long now;
    private long awakeSince;
    private @Nullable Registry known;
    private Optional<String> refusal = Optional.empty();
    private boolean registered;
    /** Whether it has tried to join, and has not read the cell since: it may be registered. */
    private boolean joining;
    /** The view that began last here. */
    private @Nullable View view;

    private long opened;
    /** There is one while the view is open. */
    private @Nullable Links links;
    /** The epoch of the view for which this node has reported last. */
    private long sealedFor;

    private long repeated;
    private long renewAt;
    private boolean hurry;
    private @Nullable Duty duty;
    private long dutySince;
    private boolean dutyDue;
    private boolean covered;
    private long coveredSince;
    private @Nullable Loss leaving;
    private long leavingSince;
    private boolean leavingAtOnce;
    private boolean drained;
    private @Nullable Loss over;

    /** @param epochBefore the greatest epoch that the node has seen in its lives before */
    Life(
            Incarnation me,
            long now,
            long epochBefore,
            Parts parts,
            Settings settings,
            Gates gates,
            Locks locks,
            Outside outside,
            Tally tally) {
        this.me = me;
        this.now = now;
        this.epochBefore = epochBefore;
        this.settings = settings;
        this.timing = settings.timing();
        this.gates = gates;
        this.locks = locks;
        this.outside = outside;
        this.tally = tally;
        silence = parts.silence(timing, now);
        reports = parts.reports();
        reachability = new Reachability(timing, now);
        awakeSince = now;
        repeated = now;
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
            repeatReports(registry);
        }
        if (links != null) {
            links.tick(now);
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

    /** As long as a view has not begun here, says again and again what is known of its reports, and so asks for the rest. */
    private void repeatReports(Registry registry) {
        View coming = coming(registry);
        if (coming != null && now - repeated >= timing.repetition()) {
            sendReports(coming);
        }
    }

    /** The view that is to begin here next. */
    private @Nullable View coming(Registry registry) {
        View last = registry.next() != null ? registry.next() : registry.current();
        boolean begun = view != null && view.epoch() >= last.epoch();
        return last.has(me) && !begun ? last : null;
    }

    void sendReports(View coming) {
        repeated = now;
        Packet.Reports packet = new Packet.Reports(coming.epoch(), reports.of(coming.epoch()));
        for (Incarnation member : coming.members()) {
            if (!member.equals(me)) {
                outside.send(member, packet);
            }
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
            outside.send(from, new Packet.Echo(probe.number()));
        } else if (packet instanceof Packet.Echo) {
            reachability.answered(now, from);
            hurry |= !registered && allAnswer();
        } else if (packet instanceof Packet.Data data) {
            receiveData(from, data);
        } else if (packet instanceof Packet.Receipt receipt && links != null && epoch() == receipt.epoch()) {
            links.receive(now, from, receipt);
        }
    }

    private void receiveReports(Incarnation from, Packet.Reports told) {
        if (told.epoch() < epoch()) {
            return;
        }
        reports.add(told.epoch(), told.reports());
        SortedMap<Incarnation, Report> all = reports.of(told.epoch());
        if (all.size() > told.reports().size()) {
            outside.send(from, new Packet.Reports(told.epoch(), all));
        }
        hurry |= known == null || told.epoch() > known.maxEpoch();
        proceed();
    }

    private void receiveData(Incarnation from, Packet.Data data) {
        if (links != null && ofThisView(data)) {
            receiveData(links, from, data);
        } else if (data.epoch() > epoch()) {
            early.put(new Early(data.epoch(), from, data.number()), data);
            hurry |= known == null || data.epoch() > known.current().epoch();
        }
    }

    /** Only members have a say in a view. */
    private void receiveData(Links open, Incarnation from, Packet.Data data) {
        if (isIn(view, from)) {
            open.receive(now, from, data);
        }
    }

    boolean ofThisView(Packet.Data data) {
        return data.epoch() == epoch();
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
        if (links != null) {
            links.resend(now, other);
        }
    }

    private long epoch() {
        return view == null ? 0 : view.epoch();
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
        renewAt = now + timing.renewal();
        adopt(content);
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
        } else if (until - now > 0 && sent - awakeSince >= 0 && gates.renew(until, now) && openGate()) {
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
        refusal = settings.differsFrom(fresh);
        if (dropped(fresh)) {
            endAgainstItsWill();
            return;
        }
        registered = fresh.registered(me);
        View next = fresh.next();
        if (next != null && next.survivors().contains(me) && sealedFor < next.epoch()) {
            seal(next);
        }
        proceed();
    }

    /** Whether it was registered, and is no more. */
    boolean dropped(Registry fresh) {
        return registered && !fresh.registered(me);
    }

    // Views

    private void seal(View next) {
        stopListening();
        sealedFor = next.epoch();
        stopGranting();
        SortedMap<Incarnation, Report> own = new TreeMap<>();
        own.put(me, locks.seal());
        reports.add(next.epoch(), own);
        sendReports(next);
    }

    void stopListening() {
        links = null;
    }

    void stopGranting() {
        gates.shut();
    }

    /** Opens the current view if it has not begun here, and all is there that it needs. */
    private void proceed() {
        Registry registry = known;
        if (registry == null || over != null) {
            return;
        }
        dutyDue = dutyCalls() != null;
        View current = registry.current();
        if (current.has(me) && current.epoch() > epoch() && sealedFor <= current.epoch() && reports.complete(current)) {
            open(current);
        }
    }

    private void open(View current) {
        SortedMap<String, Incarnation> holders = reports.holders(current);
        reports.forgetBefore(current.epoch());
        view = current;
        opened = now;
        Links fresh = new Links(
                current.epoch(),
                timing,
                outside,
                (from, lock, message) -> locks.receive(lock, current.rank(from), message));
        links = fresh;
        locks.open(current, me, holders, (lock, to, message) -> fresh.send(now, current.member(to), lock, message));
        tally.views++;
        outside.opened(current, holders);
        openGate();
        locks.settle();
        deliverEarly(current, fresh);
    }

    private void deliverEarly(View current, Links fresh) {
        List<Early> due = new ArrayList<>();
        early.headMap(new Early(current.epoch() + 1, Incarnation.GENESIS, 0))
                .keySet()
                .forEach(due::add);
        for (Early one : due) {
            Packet.Data data = early.remove(one);
            if (data != null && one.epoch() == current.epoch()) {
                receiveData(fresh, one.from(), data);
            }
        }
    }

    /** Lets threads in, if there is a view that is open, a lease, and no wish to leave. Returns whether they were not. */
    private boolean openGate() {
        boolean opens = links != null && leaving == null && !gates.current().open();
        if (opens) {
            gates.open(epoch());
        }
        return opens;
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

    /** What any member may do for all, if it is to be done and it is this one's turn. */
    private @Nullable Command dutyCalls() {
        Registry registry = known;
        Command command = registry == null || !registered ? null : sharedCommand(registry);
        if (registry == null || command == null) {
            duty = null;
            return null;
        }
        Duty called = new Duty(command instanceof Command.Install, registry.maxEpoch());
        if (!called.equals(duty)) {
            duty = called;
            dutySince = now;
        }
        return now - dutySince >= turn(registry) * timing.stagger() ? command : null;
    }

    /** How many others come before this one: members first, then those who wait to become one. */
    private long turn(Registry registry) {
        View current = registry.current();
        List<Incarnation> order = new ArrayList<>(current.members());
        order.removeIf(member -> !registry.registered(member) || silence.silent(member, now));
        registry.members().keySet().stream().filter(id -> !current.has(id)).forEach(order::add);
        return order.indexOf(me);
    }

    @Nullable Command sharedCommand(Registry registry) {
        View next = registry.next();
        if (next != null && reports.complete(next)) {
            return new Command.Install(next.epoch());
        }
        SortedMap<Incarnation, Long> silent = silent(registry);
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
        if ((joins || wantsNewView())
                && current.members().stream().allMatch(id -> id.equals(me) || silence.lively(id, now))) {
            return new Command.Propose(silent, !joins);
        }
        return null;
    }

    private static boolean gone(Registry registry, SortedMap<Incarnation, Long> silent, Incarnation id) {
        return !registry.registered(id) || silent.containsKey(id);
    }

    /** Those whose lease is surely over, with the stamp since which it is. */
    private SortedMap<Incarnation, Long> silent(Registry registry) {
        SortedMap<Incarnation, Long> silent = new TreeMap<>();
        for (Map.Entry<Incarnation, Member> entry : registry.members().entrySet()) {
            if (!entry.getKey().equals(me) && silence.silent(entry.getKey(), now)) {
                silent.put(entry.getKey(), entry.getValue().stamp());
            }
        }
        return silent;
    }

    /** Whether a view with the same members would do good: it starts with nothing but what is held or waited for. */
    private boolean wantsNewView() {
        return links != null
                && (locks.manyFences()
                        || (now - opened >= FORGETTING * timing.lease()
                                && (links.backlog() > BACKLOG || locks.names() > settings.names())));
    }

    // Leaving

    /** Stops granting, waits for holders to finish, unless it is to be at once, and goes. */
    void leave(long time, Loss reason, boolean atOnce) {
        now = time;
        leavingAtOnce |= atOnce;
        if (leaving == null) {
            leaving = reason;
            leavingSince = now;
            gates.shut();
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
        if (drained && !joining && (!registered || now - leavingSince >= timing.drain() + 2 * timing.lease())) {
            end(leaving);
        }
    }
}
