package org.peerlock.bench.trial;

import picocli.CommandLine;

/** The main class of {@code ./peerlock trial}. */
public final class TrialMain {

    private TrialMain() {}

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new TrialCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true)
                .setExecutionExceptionHandler((exception, failed, parsed) -> {
                    failed.getErr().println("peerlock trial: " + exception.getMessage());
                    return TrialCommand.FAILED;
                })
                .execute(arguments));
    }
}
