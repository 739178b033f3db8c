package org.peerlock.bench.storm;

/**
 * Something that the records rule out for a correct library.
 *
 * @param rule the rule that was violated
 * @param detail how
 */
public record Violation(Rule rule, String detail) {

    /** What the judge looks at. Those that the simulation judges, too, have its names. */
    public enum Rule {
        EXCLUSION("the valid holders of a lock have more than there is"),
        FENCES_GROW("a fence is not greater than those before"),
        RESOURCE_FENCED("the resource accepted an older fence"),
        RESOURCE_SERVES("the resource refused a valid holder"),
        LOST_IS_LOST("a lost grant became valid again"),
        LOSS_TOLD("a holder was not told of a loss"),
        PROGRESS("a process did not get every lock after the last fault"),
        NO_WAITER_LEFT("a thread still waited for a lock, or held it, when its process had left"),
        NO_FAILURE("something failed that should not");

        private final String title;

        Rule(String title) {
            this.title = title;
        }
    }

    @Override
    public String toString() {
        return rule + " (" + rule.title + "): " + detail;
    }
}
