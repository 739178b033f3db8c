package org.peerlock.cli.lab;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;
import org.peerlock.cli.terminal.Json;
import org.peerlock.lab.experiment.Claim;
import org.peerlock.lab.experiment.ClaimResult;
import org.peerlock.lab.experiment.Claims;
import org.peerlock.lab.experiment.ResultsPage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code peerlock lab reproduce}. */
@Command(
        name = "reproduce",
        description = {
            "Reproduce every number that the papers give.",
            "Shows the published number, the measured number, and the command that measures it. This takes a minute or two."
        })
final class ReproduceCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "Print all results as JSON.")
    private boolean json;

    @Option(
            names = "--write",
            paramLabel = "FILE",
            description = "Also write the results as a Markdown page; its section 'Speed of the simulator' is kept.")
    private @Nullable Path file;

    /** A finding in JSON output. */
    private record FindingJson(
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
        List<ClaimResult> findings = Claims.all().stream().map(Claim::examine).toList();
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

    private static void write(List<ClaimResult> findings, Path file) {
        try {
            String before = Files.exists(file) ? Files.readString(file) : "";
            Files.writeString(file, ResultsPage.page(findings, before));
        } catch (IOException e) {
            throw new CommandException(Exit.NO_FILE, "cannot write " + file + ": " + e.getMessage());
        }
    }

    private static void print(List<ClaimResult> findings, PrintWriter out) {
        for (ClaimResult claimResult : findings) {
            FindingJson findingJson = view(claimResult);
            out.println(findingJson.source() + ": " + findingJson.claim());
            out.println("  published " + findingJson.published() + ", measured " + findingJson.measured() + ": "
                    + findingJson.verdict() + (findingJson.remark().isEmpty() ? "" : "; " + findingJson.remark()));
            out.println("  " + findingJson.command());
        }
    }

    private static FindingJson view(ClaimResult claimResult) {
        Claim claim = claimResult.claim();
        return new FindingJson(
                claim.source(),
                claim.sentence(),
                claim.published(),
                claimResult.measured(),
                claimResult.verdict().toString(),
                claim.remark(),
                claim.evidence().command());
    }
}
