package org.peerlock.lab.experiment;

/**
 * A sentence with a number in it.
 *
 * @param source the paper and its section
 * @param sentence what it says
 * @param published what that comes to in this trial
 * @param evidence how it is tried
 * @param remark why it does not hold, or what it holds for; empty if there is nothing to say
 */
public record Claim(String source, String sentence, String published, Evidence evidence, String remark) {

    public Claim(String source, String sentence, String published, Evidence evidence) {
        this(source, sentence, published, evidence, "");
    }

    /** Tries it. */
    public ClaimResult examine() {
        Evidence.Result result = evidence.gather();
        return new ClaimResult(this, result.measured(), ClaimResult.Verdict.of(result.agrees()));
    }
}
