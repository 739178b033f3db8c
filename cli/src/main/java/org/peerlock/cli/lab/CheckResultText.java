package org.peerlock.cli.lab;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.peerlock.algorithm.Capacity;
import org.peerlock.algorithm.MembershipAlgorithm;
import org.peerlock.algorithm.Property;
import org.peerlock.algorithm.Start;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.cli.terminal.Table;
import org.peerlock.cli.terminal.TextFit;
import org.peerlock.lab.check.Check;
import org.peerlock.lab.check.CheckReport;
import org.peerlock.lab.check.Workload;
import org.peerlock.lab.trace.TextFormat;
import org.peerlock.lab.world.Churn;

/** The result of a check, as text and as JSON. */
final class CheckResultText {

    private static final long RATES_FROM = 10_000;

    private CheckResultText() {}

    /** The checked system, in one line. */
    static String title(CheckTarget<?, ?> checkTarget, Check<?, ?> check) {
        Workload workload = check.workload();
        StringJoiner title = new StringJoiner(", ");
        title.add(checkTarget.name() + ": " + lock(check.config().capacity()));
        title.add(counted(check.config().nodes(), "node"));
        check.config().options().forEach((name, value) -> title.add(name + " " + value));
        title.add(
                workload.requests() == Workload.UNLIMITED
                        ? "requests without end"
                        : counted(workload.requests(), "request") + " each");
        workload.requesters().ifPresent(some -> title.add("only of " + some));
        if (!check.start().inside().isEmpty()) {
            title.add(holders(check.start()) + " inside at the start");
        }
        title.add(network(check) + " network");
        tried(workload).forEach(title::add);
        return title.toString();
    }

    private static String lock(Capacity capacity) {
        return Catalogue.name(capacity.kind())
                + (capacity.kind() == Capacity.Kind.SEMAPHORE ? " of " + capacity.permits() : "");
    }

    /** As the option is written. */
    private static String network(Check<?, ?> check) {
        Churn churn = check.workload().churn();
        if (churn.losses() > 0) {
            return "lossy";
        }
        return churn.duplications() > 0 ? "duplicating" : order(check);
    }

    static String order(Check<?, ?> check) {
        return check.network().name().toLowerCase(Locale.ROOT);
    }

    private static String holders(Start start) {
        return start.inside().stream()
                .map(inside -> Integer.toString(inside.node()))
                .collect(Collectors.joining(" and "));
    }

    private static String counted(long count, String what) {
        return String.format(Locale.ROOT, "%,d %s%s", count, what, count == 1 ? "" : "s");
    }

    private static List<String> tried(Workload workload) {
        Churn churn = workload.churn();
        List<String> tried = new ArrayList<>();
        add(tried, workload.cancels(), "requests may be cancelled");
        add(tried, churn.losses(), "one message may be lost");
        add(tried, churn.duplications(), "one message may be duplicated");
        add(tried, churn.crashes(), "a node may crash");
        add(tried, churn.suspicions(), "a node may be wrongly suspected");
        add(tried, churn.joins(), "a node may join");
        add(tried, churn.leaves(), "a node may leave the group");
        add(tried, churn.early(), "a timer may expire early");
        add(tried, workload.timely() ? 1 : 0, "timers expire only when no message is under way");
        return tried;
    }

    private static List<String> notTried(Check<?, ?> check) {
        Workload workload = check.workload();
        Churn churn = workload.churn();
        List<String> not = new ArrayList<>();
        add(not, workload.requests() == Workload.UNLIMITED ? 0 : 1, "more requests");
        add(not, workload.cancels() > 0 ? 0 : 1, "--cancel");
        add(not, churn.crashes() > 0 ? 0 : 1, "--crash");
        add(not, churn.losses() > 0 ? 0 : 1, "--network lossy");
        add(not, churn.duplications() > 0 ? 0 : 1, "--network duplicating");
        if (check.systemConfig().nodes().get(0) instanceof MembershipAlgorithm) {
            add(not, churn.early() > 0 ? 0 : 1, "--early");
            add(not, churn.suspicions() > 0 ? 0 : 1, "--suspect");
            add(not, churn.joins() + churn.leaves() > 0 ? 0 : 1, "nodes that join or leave");
        }
        boolean several = check.entry().profile().concurrentRequests();
        add(not, several && workload.requests() == Workload.UNLIMITED ? 1 : 0, "several requests of a node at once");
        add(not, check.entry().profile().assumptions().timeBound() ? 1 : 0, "messages later than their bound");
        add(not, workload.timely() ? 1 : 0, "timers that expire earlier than --timely allows");
        return not;
    }

    private static void add(List<String> words, int times, String word) {
        if (times > 0) {
            words.add(word);
        }
    }

    /** The text below the title. Only a counterexample may be wider than this: its lanes cannot be broken. */
    static List<String> lines(CheckResult<?, ?> checkResult, int width) {
        List<String> lines = new ArrayList<>();
        lines.addAll(TextFit.wrap(verdict(checkResult), width));
        lines.add("");
        figures(checkResult).forEach(line -> lines.addAll(TextFit.wrap(line, width)));
        lines.add("");
        lines.addAll(properties(checkResult).wrapped(width, 2));
        lines.add("");
        coverage(checkResult).forEach(line -> lines.addAll(TextFit.wrap(line, width)));
        checkResult.story().ifPresent(scenarioRun -> {
            lines.add("");
            String way = scenarioRun.violation().isPresent() ? "A shortest counterexample" : "A counterexample";
            lines.add(way + ", " + counted(scenarioRun.steps().size(), "step") + ":");
            lines.addAll(scenarioRun.output());
        });
        return lines;
    }

    private static String verdict(CheckResult<?, ?> checkResult) {
        return switch (checkResult.report().verdict()) {
            case HOLDS -> "holds";
            case VIOLATED ->
                checkResult
                        .counterexample()
                        .map(found -> "violated: " + found.violation().property() + ": "
                                + found.violation().sentence())
                        .orElseThrow();
            case INCOMPLETE -> "incomplete: " + whyIncomplete(checkResult.report());
        };
    }

    private static String whyIncomplete(CheckReport<?> checkReport) {
        if (checkReport.exhausted()) {
            return counted(checkReport.pruned(), "step") + " were not followed";
        }
        return checkReport.full()
                ? "more states, or transitions where progress or no-starvation is checked, than can be numbered"
                : "limit reached";
    }

    private static List<String> figures(CheckResult<?, ?> checkResult) {
        CheckReport<?> checkReport = checkResult.report();
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "%s, %s, depth %,d",
                counted(checkReport.states(), "state"),
                counted(checkReport.transitions(), "transition"),
                checkReport.depth()));
        lines.add(effort(checkResult));
        lines.add(String.format(
                Locale.ROOT, "probability that two states were confused: at most %.1g", checkResult.collisionChance()));
        checkResult.plain().ifPresent(plain -> lines.add(symmetry(checkResult, plain)));
        checkReport
                .sent()
                .ifPresent(sent -> lines.add("messages of a complete run: "
                        + (sent.least() == sent.most() ? "" : sent.least() + " to ") + sent.most()));
        return lines;
    }

    /** No rates for a small search: most of its time is the start of Java, and most of its memory empty tables. */
    private static String effort(CheckResult<?, ?> checkResult) {
        String threads = counted(checkResult.threads(), "thread");
        if (checkResult.report().states() < RATES_FROM) {
            return String.format(Locale.ROOT, "%.2f s, %s", checkResult.seconds(), threads);
        }
        return String.format(
                Locale.ROOT,
                "%.2f s, %,.0f states a second, %s, %,.0f bytes a state",
                checkResult.seconds(),
                checkResult.statesPerSecond(),
                threads,
                checkResult.bytesPerState());
    }

    private static String symmetry(CheckResult<?, ?> checkResult, CheckReport<?> plain) {
        String states = counted(plain.states(), "state");
        return checkResult
                .gain()
                .map(gain -> String.format(
                        Locale.ROOT, "symmetry: the plain search agrees and has %s, %.1f times as many", states, gain))
                .orElse("symmetry: the plain search was given up at " + states);
    }

    private static Table properties(CheckResult<?, ?> checkResult) {
        Table table = new Table("PROPERTY", "", "");
        for (Property property : Property.values()) {
            table.add(
                    property.toString(),
                    fate(checkResult, property),
                    checkResult.unchecked(property).orElseGet(() -> meaning(property, checkResult)));
        }
        return table;
    }

    private static String fate(CheckResult<?, ?> checkResult, Property property) {
        if (checkResult.unchecked(property).isPresent()) {
            return "not checked";
        }
        if (checkResult.violated().contains(property)) {
            return "violated";
        }
        return checkResult.report().verdict() == CheckReport.Verdict.HOLDS ? "holds" : "open";
    }

    private static String meaning(Property property, CheckResult<?, ?> checkResult) {
        return switch (property) {
            case EXCLUSION -> "never more holders than the lock allows";
            case PROGRESS -> "no deadlock; every waiting request can still be served";
            case NO_STARVATION -> starvation(checkResult);
            case FENCE -> "fences grow as they must";
            case WITHDRAWAL ->
                checkResult.check().workload().cancels() == 0
                        ? "no node enters without a request; but here no request is cancelled: add --cancel"
                        : "a cancelled request never enters, and is withdrawn eventually";
            case EXPECTATION -> "no node reaches a state that it takes for impossible";
            case ORDER -> "no request enters while one with a smaller number waits";
            case BYPASS -> bypass(checkResult);
            case FIRST_COME -> "no request enters while one waits that its node could know of when it asked";
        };
    }

    private static String bypass(CheckResult<?, ?> checkResult) {
        return checkResult
                .check()
                .workload()
                .bypass()
                .map(bound -> (bound.each() ? "no other node enters" : "others do not enter") + " more than "
                        + counted(bound.most(), "time") + " between a request of node " + bound.node()
                        + " and its entry")
                .orElse("others enter at most so often before a node");
    }

    private static String starvation(CheckResult<?, ?> checkResult) {
        OptionalInt maxOvertakes = checkResult.check().workload().maxOvertakes();
        if (maxOvertakes.isPresent()) {
            return "no waiting request is overtaken more than " + counted(maxOvertakes.getAsInt(), "time");
        }
        return checkResult.unlimited()
                ? "no request waits for ever if messages arrive and all holders leave"
                : "every request is served eventually; but here requests end";
    }

    private static List<String> coverage(CheckResult<?, ?> checkResult) {
        CheckReport<?> checkReport = checkResult.report();
        List<String> lines = new ArrayList<>();
        List<String> unclaimed = checkedProperties(checkResult).stream()
                .filter(name -> checkResult.claimed().stream()
                        .noneMatch(claimed -> claimed.toString().equals(name)))
                .toList();
        if (!unclaimed.isEmpty()) {
            lines.add(
                    checkResult.claimed().isEmpty()
                            ? "the algorithm claims nothing in this system, so a violation is no defect of it"
                            : "not claimed in this system: " + String.join(", ", unclaimed));
        }
        if (checkedProperties(checkResult).size() > checkResult.violated().size()
                && checkResult.report().verdict() != CheckReport.Verdict.HOLDS) {
            lines.add("open: no violation was found, but the search was not complete");
        }
        lines.add("several nodes competed: " + (checkReport.contended() ? "yes" : "never"));
        lines.add("every node entered: "
                + (checkResult.neverEntered().isEmpty() ? "yes" : "no, never " + checkResult.neverEntered()));
        lines.add("all types of messages were sent: "
                + (checkResult.neverSent().isEmpty()
                        ? "yes"
                        : "no, never " + String.join(", ", checkResult.neverSent())));
        if (checkReport.pruned() > 0) {
            lines.add(counted(checkReport.pruned(), "step")
                    + " were not followed: a node reached a state that it takes for impossible; --property expectation shows"
                    + " how");
        }
        lines.add("not tried: " + String.join(", ", notTried(checkResult.check())));
        return lines;
    }

    /** The JSON. */
    static Map<String, @Nullable Object> json(CheckResult<?, ?> checkResult) {
        Check<?, ?> check = checkResult.check();
        CheckReport<?> checkReport = checkResult.report();
        Map<String, @Nullable Object> view = new LinkedHashMap<>();
        view.put("algorithm", checkResult.target().name());
        view.put("nodes", check.config().nodes());
        view.put(
                "entries",
                checkResult.unlimited() ? "unlimited" : check.workload().requests());
        view.put("network", network(check));
        view.put("order", order(check));
        view.put("lock", lock(check.config().capacity()));
        view.put("options", check.config().options());
        view.put(
                "holders",
                check.start().inside().stream().map(Start.Inside::node).toList());
        view.put("tried", tried(check.workload()));
        view.put("notTried", notTried(check));
        view.put("verdict", checkResult.report().verdict().toString());
        view.put(
                "property",
                checkResult
                        .counterexample()
                        .map(found -> found.violation().property().toString())
                        .orElse(null));
        view.put(
                "sentence",
                checkResult
                        .counterexample()
                        .map(found -> found.violation().sentence())
                        .orElse(null));
        view.put(
                "traceLength",
                checkResult.counterexample().map(found -> found.steps().size()).orElse(null));
        view.put(
                "trace",
                checkResult
                        .counterexample()
                        .map(found ->
                                found.steps().stream().map(TextFormat::step).toList())
                        .orElse(null));
        view.put("distinctStates", checkReport.states());
        view.put("transitions", checkReport.transitions());
        view.put("prunedSteps", checkReport.pruned());
        view.put("depth", checkReport.depth());
        view.put("messagesMin", checkReport.sent().map(CheckReport.Range::least).orElse(null));
        view.put("messagesMax", checkReport.sent().map(CheckReport.Range::most).orElse(null));
        view.put("properties", propertyViews(checkResult));
        view.put("checked", checkedProperties(checkResult));
        view.put("unchecked", unchecked(checkResult));
        view.put(
                "claimed",
                checkResult.claimed().stream().map(Property::toString).toList());
        view.put("sometimes", sometimes(checkResult));
        view.put("seconds", checkResult.seconds());
        view.put("statesPerSecond", Math.round(checkResult.statesPerSecond()));
        view.put("bytesPerState", checkResult.bytesPerState());
        view.put("collisionChance", checkResult.collisionChance());
        view.put("threads", checkResult.threads());
        view.put("symmetryGain", checkResult.gain().orElse(null));
        return view;
    }

    private static List<String> checkedProperties(CheckResult<?, ?> checkResult) {
        return Stream.of(Property.values())
                .filter(property -> checkResult.unchecked(property).isEmpty())
                .map(Property::toString)
                .toList();
    }

    /** The result of each property: {@code holds}, {@code violated}, {@code open} or {@code not checked}. */
    private static List<Map<String, @Nullable Object>> propertyViews(CheckResult<?, ?> checkResult) {
        List<Map<String, @Nullable Object>> views = new ArrayList<>();
        for (Property property : Property.values()) {
            Map<String, @Nullable Object> view = new LinkedHashMap<>();
            view.put("property", property.toString());
            view.put("verdict", fate(checkResult, property));
            view.put("claimed", checkResult.claimed().contains(property));
            view.put("meaning", meaning(property, checkResult));
            view.put("why", checkResult.unchecked(property).orElse(null));
            views.add(view);
        }
        return views;
    }

    private static List<Map<String, String>> unchecked(CheckResult<?, ?> checkResult) {
        List<Map<String, String>> reasons = new ArrayList<>();
        for (Property property : Property.values()) {
            checkResult
                    .unchecked(property)
                    .ifPresent(why -> reasons.add(Map.of("property", property.toString(), "why", why)));
        }
        return reasons;
    }

    private static Map<String, Object> sometimes(CheckResult<?, ?> checkResult) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("contention", checkResult.report().contended());
        view.put("everyNodeEntered", checkResult.neverEntered().isEmpty());
        view.put("allMessageTypesSent", checkResult.neverSent().isEmpty());
        view.put("messageTypesSent", checkResult.report().messages());
        view.put("messageTypesNeverSent", checkResult.neverSent());
        return view;
    }
}
