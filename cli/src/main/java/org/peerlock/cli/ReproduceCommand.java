package org.peerlock.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.peerlock.lab.experiment.Claim;
import org.peerlock.lab.experiment.Claims;
import org.peerlock.lab.experiment.Finding;
import org.peerlock.lab.experiment.Results;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code peerlock lab reproduce}. */
@Command(
        name = "reproduce",
        description = {
            "Try every number that the papers give.",
            "Shows what was published, what is measured, and which command shows it. Takes less than a minute."
        })
final class ReproduceCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "Print everything as JSON.")
    private boolean json;

    @Option(
            names = "--write",
            paramLabel = "FILE",
            description = "Write it as a page in Markdown, too; what it has below 'Speed of the simulator' is kept.")
    private @Nullable Path file;

    /** A finding as scripts see it. */
    private record View(
            String source,
            String claim,
            String published,
            String measured,
            String verdict,
            String remark,
            String command) {}

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        List<Finding> findings = Claims.all().stream().map(Claim::examine).toList();
        if (file != null) {
            write(findings, file);
        }
        if (json) {
            out.println(Json.of(findings.stream().map(ReproduceCommand::view).toList()));
        } else {
            print(findings, out);
        }
        out.flush();
    }

    private static void write(List<Finding> findings, Path file) {
        try {
            String before = Files.exists(file) ? Files.readString(file) : "";
            Files.writeString(file, Results.page(findings, before));
        } catch (IOException e) {
            throw new CommandFailure(Exit.NO_FILE, "cannot write " + file + ": " + e.getMessage());
        }
    }

    private static void print(List<Finding> findings, PrintWriter out) {
        for (Finding finding : findings) {
            View view = view(finding);
            out.println(view.source() + ": " + view.claim());
            out.println("  published " + view.published() + ", measured " + view.measured() + ": " + view.verdict()
                    + (view.remark().isEmpty() ? "" : "; " + view.remark()));
            out.println("  " + view.command());
        }
    }

    private static View view(Finding finding) {
        Claim claim = finding.claim();
        return new View(
                claim.source(),
                claim.sentence(),
                claim.published(),
                finding.measured(),
                finding.verdict().toString(),
                claim.remark(),
                claim.evidence().command());
    }
}
