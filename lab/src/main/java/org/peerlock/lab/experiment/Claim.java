package org.peerlock.lab.experiment;

/**
 * A quantitative claim of a paper.
 *
 * @param source the paper and its section
 * @param sentence the claim
 * @param published the value that follows for this experiment
 * @param evidence how it is examined
 * @param remark why it does not hold, or under which condition it holds; may be empty
 */
public record Claim(String source, String sentence, String published, Evidence evidence, String remark) {

    public Claim(String source, String sentence, String published, Evidence evidence) {
        this(source, sentence, published, evidence, "");
    }

    /** Examines the claim. */
    public ClaimResult examine() {
        Evidence.Result result = evidence.gather();
        return new ClaimResult(this, result.measured(), result.verdict());
    }
}
