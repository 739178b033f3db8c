package org.peerlock.lab.world;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.peerlock.algorithm.MembershipAlgorithm.Standing;
import org.peerlock.algorithm.Mode;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Request;
import org.peerlock.algorithm.TimerId;
import org.peerlock.algorithm.Wait;
import org.peerlock.algorithm.data.Counters;
import org.peerlock.algorithm.data.NodeSet;

/**
 * A system at one moment: the sites, in order of the nodes' numbers; the messages under way, in the order in which they were
 * sent; the nodes that have stopped; and the greatest fence given to an exclusive request.
 */
public final class World<S extends Record, M> {

    /**
     * A timer that runs at a node.
     *
     * @param before how many requests each node had made when it was set, if it waits for those to be served
     */
    public record Timer(int node, TimerId id, Wait length, Optional<Counters> before) {

        static Timer set(int node, TimerId id, Wait length) {
            return new Timer(node, id, length, Optional.empty());
        }

        /** Whether it waits for requests, and was set just now. */
        boolean needsStamp() {
            return length.sections() > 0 && !length.estimated() && before.isEmpty();
        }

        Timer stamped(Counters made) {
            return new Timer(node, id, length, Optional.of(made));
        }
    }

    private final Rules<S, M> rules;
    private final Site<S, M>[] sites;
    private final Mail<M> mail;
    private final NodeSet crashed;
    private final long lastFence;
    /** What all requests inside take of the permits. */
    private final long weight;

    /** Stands for the sites. */
    private final long sitesPrint;

    private World(
            Rules<S, M> rules,
            Site<S, M>[] sites,
            Mail<M> mail,
            NodeSet crashed,
            long lastFence,
            long weight,
            long sitesPrint) {
        this.rules = rules;
        this.sites = sites;
        this.mail = mail;
        this.crashed = crashed;
        this.lastFence = lastFence;
        this.weight = weight;
        this.sitesPrint = sitesPrint;
    }

    private World(Rules<S, M> rules, Site<S, M>[] sites, Mail<M> mail, NodeSet crashed, long lastFence) {
        this(rules, sites, mail, crashed, lastFence, weight(sites, crashed), print(sites));
    }

    private static long weight(Site<?, ?>[] sites, NodeSet crashed) {
        long weight = 0;
        for (int node = 1; node <= sites.length; node++) {
            weight += crashed.contains(node) ? 0 : sites[node - 1].weight();
        }
        return weight;
    }

    private static long print(Site<?, ?>[] sites) {
        long print = 0;
        for (Site<?, ?> site : sites) {
            print += site.fingerprint();
        }
        return print;
    }

    /** The system at its start, and what the nodes did to begin. */
    public static <S extends Record, M> Outcome<S, M> start(Rules<S, M> rules) {
        return start(rules, Likeness.equality());
    }

    /** The same, where in all that comes of it one state stands for all that are like it. */
    @SuppressWarnings("unchecked") // arrays of a generic type can only be made so
    public static <S extends Record, M> Outcome<S, M> start(Rules<S, M> rules, Likeness<S, M> likeness) {
        Sites<S, M> flyweights = new Sites<>(rules, likeness);
        Site<S, M>[] sites = (Site<S, M>[]) new Site<?, ?>[rules.size()];
        List<Event<M>> events = new ArrayList<>();
        List<Violation> violations = new ArrayList<>();
        List<Envelope<M>> sent = new ArrayList<>();
        for (int node = 1; node <= rules.size(); node++) {
            Reaction<S, M> reaction = Site.first(flyweights, node);
            sites[node - 1] = reaction.site();
            sent.addAll(reaction.sent());
            events.addAll(reaction.events());
            violations.addAll(reaction.violations());
        }
        Mail<M> mail = Mail.<M>none(rules.order()).plus(sent, NodeSet.empty());
        World<S, M> world =
                new World<>(rules, sites, mail, NodeSet.empty(), rules.start().fence());
        world = world.hasMembership() ? world.stamped() : world;
        world.judgeExclusion(violations);
        return new Outcome<>(world, List.copyOf(events), List.copyOf(violations));
    }

    public Rules<S, M> rules() {
        return rules;
    }

    /** What has happened in this world, or in any other that came of the same start. */
    public Sightings sightings() {
        return flyweights().sightings();
    }

    private Sites<S, M> flyweights() {
        return sites[0].sites();
    }

    /** How many nodes there are. */
    public int size() {
        return sites.length;
    }

    /** Whether several nodes have requests under way. */
    public boolean contended() {
        int claiming = 0;
        for (Site<S, M> site : sites) {
            claiming += site.local().claimants().isEmpty() ? 0 : 1;
        }
        return claiming > 1;
    }

    /** The messages under way, in the order in which they were sent. */
    public List<Envelope<M>> underway() {
        return mail.all();
    }

    /** Whether no message is under way. */
    public boolean isQuiet() {
        return mail.isEmpty();
    }

    /** Whether somebody alive is inside. */
    public boolean isOccupied() {
        return weight > 0;
    }

    /** The nodes that have stopped. */
    public NodeSet crashed() {
        return crashed;
    }

    public S state(int node) {
        return sites[node - 1].local().state();
    }

    /** The requests under way, in order of their nodes. */
    public List<Claimant> claimants() {
        List<Claimant> all = new ArrayList<>();
        for (Site<S, M> site : sites) {
            all.addAll(site.local().claimants());
        }
        return all;
    }

    /** The requests of a node under way, in the order in which they were made. */
    public List<Claimant> claimants(int node) {
        return sites[node - 1].local().claimants();
    }

    /** The requests of a node that are at a stage. */
    public List<Claimant> claimants(int node, Claimant.Stage stage) {
        return claimants(node).stream()
                .filter(claimant -> claimant.stage() == stage)
                .toList();
    }

    /** The requests that are at a stage. */
    public List<Claimant> claimants(Claimant.Stage stage) {
        return claimants().stream()
                .filter(claimant -> claimant.stage() == stage)
                .toList();
    }

    /** How many requests a node has made; the last one's id. */
    public long requests(int node) {
        return sites[node - 1].local().requests();
    }

    /** The timers that run, in order of their nodes. */
    public List<Timer> timers() {
        List<Timer> all = new ArrayList<>();
        for (Site<S, M> site : sites) {
            if (!site.local().timers().isEmpty()) {
                all.addAll(site.local().timers());
            }
        }
        return all;
    }

    /**
     * Stands for all of it, but for what makes no difference to what can happen next: the order of sending between links, on
     * an unordered network that of all messages, on a sequenced medium that between messages to different nodes.
     */
    public long fingerprint() {
        return fingerprint(sitesPrint + mail.fingerprint());
    }

    /** The same for all worlds in which only the nodes have other names. None of them may have crashed. */
    public long fingerprint(Symmetry<S, M> symmetry) {
        return fingerprint(symmetry.fingerprint(sites, mail));
    }

    private long fingerprint(long parts) {
        long print = parts + Fingerprint.of(lastFence);
        return crashed.isEmpty() ? print : print + Fingerprint.of(crashed.toString());
    }

    /**
     * Whether the network may deliver this message next: on FIFO links, only the oldest of its link; on a sequenced medium,
     * whatever the links, only the oldest to its node.
     */
    public boolean deliverable(Envelope<M> envelope) {
        return deliverable().contains(envelope);
    }

    /** The messages that the network may deliver next, in the order in which they were sent; one of those that are equal. */
    public List<Envelope<M>> deliverable() {
        return mail.deliverable();
    }

    /** The oldest message that must arrive before a timer expires: one of its round, where time is bounded. */
    public Optional<Envelope<M>> dueBefore(Timer timer) {
        return underway().stream().filter(envelope -> envelope.belongsTo(timer)).findFirst();
    }

    /** Whether a node may make another request now. */
    public boolean mayAsk(int node) {
        return standing(node) == Standing.MEMBER
                && !crashed.contains(node)
                && (rules.node(node).profile().concurrentRequests()
                        || claimants(node).isEmpty());
    }

    /** Whether the algorithm serves such requests. */
    public boolean serves(int node, Request request) {
        return rules.node(node).serves(request);
    }

    /** How a node stands to the group: where nodes do not come and go, all are members. */
    public Standing standing(int node) {
        return sites[node - 1].standing();
    }

    /** Whether the nodes come and go. */
    public boolean hasMembership() {
        return flyweights().hasMembership();
    }

    /** Whether a node may ask another to make it a member; once more if a node has crashed, which may be the one it asked. */
    public boolean mayJoin(int node, int sponsor) {
        Standing standing = standing(node);
        boolean alone = standing == Standing.OUTSIDE || (standing == Standing.JOINING && !crashed.isEmpty());
        return alone && node != sponsor && !crashed.contains(node);
    }

    /** Whether a node may leave the group now. */
    public boolean mayLeave(int node) {
        return hasMembership()
                && standing(node) == Standing.MEMBER
                && !crashed.contains(node)
                && claimants(node).isEmpty();
    }

    /**
     * Whether a timer may run out now. At any time, unless the algorithm assumes a bound on time and the timer's length is more
     * than an estimate: then not while a message of its round is under way. Where nodes come and go a timer may also wait for
     * messages of old, and for those who are to enter and leave meanwhile.
     */
    public boolean mayExpire(Timer timer) {
        if (!rules.assumptions().timeBound() || timer.length().estimated()) {
            return true;
        }
        return dueBefore(timer).isEmpty() && (!hasMembership() || (!isBusy(timer.node()) && allServed(timer)));
    }

    private boolean isBusy(int node) {
        return mail.contains(envelope -> envelope.from() == node || envelope.to() == node);
    }

    private boolean allServed(Timer timer) {
        return timer.before().isEmpty()
                || claimants().stream()
                        .noneMatch(claimant ->
                                claimant.id() <= timer.before().get().of(claimant.node())
                                        && !crashed.contains(claimant.node()));
    }

    /** The system after a step. The step must be possible: an exception says why if it is not. */
    public Outcome<S, M> apply(Step<M> step) {
        if (step instanceof Step.Deliver<M> deliver) {
            Envelope<M> envelope = deliver.envelope();
            return after(envelope.to(), sites[envelope.to() - 1].arrival(deliver), mail.minus(envelope));
        } else if (step instanceof Step.Drop<M> drop) {
            return unchanged(sites, mail.minus(drop.envelope()), crashed);
        } else if (step instanceof Step.Duplicate<M> duplicate) {
            return unchanged(sites, mail.twice(duplicate.envelope()), crashed);
        } else if (step instanceof Step.Crash<M> crash) {
            return crash(crash.node());
        }
        return after(step.node(), sites[step.node() - 1].after(step), mail);
    }

    private Outcome<S, M> after(int node, Reaction<S, M> reaction, Mail<M> rest) {
        Site<S, M>[] nextSites = sites.clone();
        nextSites[node - 1] = reaction.site();
        long fence = Math.max(lastFence, reaction.used());
        List<Violation> violations = reaction.violations();
        Likeness<S, M> likeness = flyweights().likeness();
        for (Reaction.Entry entry : likeness.hasFences() ? reaction.entered() : List.<Reaction.Entry>of()) {
            if (!rules.capacity().mayFollow(entry.request(), entry.fence(), fence)) {
                violations = new ArrayList<>(violations);
                violations.add(new Violation(
                        Property.FENCE, "node " + node + " enters with fence " + entry.fence() + " after " + fence));
            }
            fence = entry.request().mode() == Mode.EXCLUSIVE ? Math.max(fence, entry.fence()) : fence;
        }
        Site<S, M> before = sites[node - 1];
        World<S, M> world = new World<>(
                rules,
                nextSites,
                rest.plus(reaction.sent(), crashed),
                crashed,
                fence,
                weight - before.weight() + reaction.site().weight(),
                sitesPrint - before.fingerprint() + reaction.site().fingerprint());
        if (world.weight > rules.capacity().permits()) {
            violations = new ArrayList<>(violations);
            world.judgeExclusion(violations);
        }
        World<S, M> settled = hasMembership() ? world.stamped() : likeness.shifts() ? world.shifted() : world;
        return new Outcome<>(settled, reaction.events(), violations);
    }

    private Outcome<S, M> unchanged(Site<S, M>[] nextSites, Mail<M> rest, NodeSet nextCrashed) {
        World<S, M> world = new World<>(rules, nextSites, rest, nextCrashed, lastFence);
        List<Violation> violations = new ArrayList<>();
        world.judgeExclusion(violations);
        return new Outcome<>(world, List.of(), violations);
    }

    private Outcome<S, M> crash(int node) {
        Site<S, M>[] nextSites = sites.clone();
        nextSites[node - 1] = sites[node - 1].withoutTimers();
        return unchanged(nextSites, mail.withoutThoseTo(node), crashed.plus(node));
    }

    /** Tells timers that were just set which requests to wait for. */
    private World<S, M> stamped() {
        Counters made = Counters.zero(sites.length);
        for (int node = 1; node <= sites.length; node++) {
            made = made.with(node, requests(node));
        }
        Site<S, M>[] stamped = sites.clone();
        for (int i = 0; i < stamped.length; i++) {
            if (stamped[i].local().timers().stream().anyMatch(Timer::needsStamp)) {
                stamped[i] = stamped[i].stamped(made);
            }
        }
        return new World<>(rules, stamped, mail, crashed, lastFence);
    }

    /** The one that stands for all that differ in a shift of their numbers. */
    private World<S, M> shifted() {
        List<Extent> extents = new ArrayList<>(sites.length + underway().size());
        for (Site<S, M> site : sites) {
            extents.add(site.extent());
        }
        for (Envelope<M> envelope : underway()) {
            extents.add(envelope.extent());
        }
        Shift shift = new Shift(sites.length, extents);
        if (shift.changesNothing()) {
            return this;
        }
        Sites<S, M> flyweights = flyweights();
        Site<S, M>[] shifted = sites.clone();
        Arrays.setAll(shifted, i -> flyweights.shifted(sites[i], shift));
        Mail<M> shiftedMail = mail.map(envelope -> flyweights.shifted(envelope, shift));
        return new World<>(rules, shifted, shiftedMail, crashed, lastFence);
    }

    /** The one that stands for this in other circumstances. */
    public World<S, M> like(World<S, M> relative) {
        Sites<S, M> others = relative.flyweights();
        Site<S, M>[] same = sites.clone();
        Arrays.setAll(same, i -> others.of(sites[i].local()));
        World<S, M> world = new World<>(
                rules,
                same,
                mail.map(envelope -> others.like(envelope)),
                crashed,
                others.likeness().hasFences() ? lastFence : rules.start().fence());
        return others.likeness().shifts() ? world.shifted() : world;
    }

    private void judgeExclusion(List<Violation> violations) {
        if (weight > rules.capacity().permits()) {
            String inside = claimants(Claimant.Stage.INSIDE).stream()
                    .filter(claimant -> !crashed.contains(claimant.node()))
                    .map(claimant -> String.valueOf(claimant.node()))
                    .collect(Collectors.joining(" "));
            violations.add(new Violation(Property.EXCLUSION, "inside together: " + inside));
        }
    }

    /**
     * Who waits for ever: nothing is under way, no timer runs, nobody alive is inside, and yet somebody waits to enter, or to
     * have withdrawn.
     */
    public Optional<Violation> stuck() {
        if (!mail.isEmpty()
                || Arrays.stream(sites).anyMatch(site -> !site.local().timers().isEmpty())) {
            return Optional.empty();
        }
        NodeSet waiting = waiting();
        if (isOccupied() || waiting.isEmpty()) {
            return Optional.empty();
        }
        boolean onlyToWithdraw = claimants().stream()
                .filter(claimant -> !crashed.contains(claimant.node()))
                .allMatch(claimant -> claimant.stage() == Claimant.Stage.CANCELLED);
        return Optional.of(new Violation(
                onlyToWithdraw ? Property.WITHDRAWAL : Property.PROGRESS,
                "nothing is under way and nobody is inside, yet these wait: " + names(waiting)));
    }

    /** Whether a node is alive and waits to enter, to have withdrawn, or to be gone. */
    public boolean waits(int node) {
        return sites[node - 1].waits() && !crashed.contains(node);
    }

    /** The nodes that wait. */
    private NodeSet waiting() {
        NodeSet waiting = NodeSet.empty();
        for (int node = 1; node <= sites.length; node++) {
            waiting = waits(node) ? waiting.plus(node) : waiting;
        }
        return waiting;
    }

    private static String names(NodeSet nodes) {
        StringJoiner names = new StringJoiner(" ");
        for (int node : nodes) {
            names.add(Integer.toString(node));
        }
        return names.toString();
    }
}
