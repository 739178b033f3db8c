package org.peerlock.bench;

import picocli.CommandLine;

/** The main class of {@code ./peerlock bench}. */
public final class BenchMain {

    private BenchMain() {}

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new BenchCommand())
                .setUsageHelpAutoWidth(true)
                .setExecutionExceptionHandler((exception, failed, parsed) -> {
                    failed.getErr().println("peerlock bench: " + exception.getMessage());
                    return BenchCommand.FAILED;
                })
                .execute(arguments));
    }
}
