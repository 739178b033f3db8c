package org.peerlock.cli.run;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.peerlock.cli.terminal.Exit;

/**
 * Starts commands, and sees to it that they do not outlive this process, whatever it dies of.
 *
 * <p>On Linux a process can ask to be killed when its parent dies; {@code setpriv}, of util-linux, asks for it and then becomes the
 * command. What the command starts itself is not watched so, nor is a program that runs as another user: the system forgets the wish
 * then.
 *
 * @param diesWithParent whether that can be had here
 */
record Launcher(boolean diesWithParent) {

    /**
     * Run by a shell that is to become the command, with the number of this process and then the command: for this process may have
     * died after it started the shell, and before the wish was made.
     */
    private static final String IF_NOT_ORPHANED =
            "[ \"$PPID\" = \"$1\" ] || exit " + Exit.LOST + "; shift; exec \"$@\"";

    private static final List<String> DIE_WITH_PARENT = List.of("setpriv", "--pdeathsig", "KILL", "--");

    /** Tries whether a command can be watched: not every {@code setpriv} can do it. */
    static Launcher ofThisMachine() throws InterruptedException {
        if (ProgramLookup.findInPath("setpriv").isEmpty()) {
            return new Launcher(false);
        }
        List<String> trial = new ArrayList<>(DIE_WITH_PARENT);
        trial.add("true");
        try {
            Process tried = new ProcessBuilder(trial)
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start();
            return new Launcher(tried.waitFor() == 0);
        } catch (IOException e) {
            return new Launcher(false);
        }
    }

    /**
     * Starts it with the standard streams of this process.
     *
     * <p><b>Beware:</b> to the system, the parent is the thread that calls this: when that one ends, the command is killed.
     */
    Process start(List<String> command, Map<String, String> environment) throws IOException {
        ProcessBuilder builder = new ProcessBuilder().inheritIO();
        Map<String, String> variables = builder.environment();
        OriginalEnvironment.restore(variables);
        variables.putAll(environment);
        List<String> words = new ArrayList<>();
        if (diesWithParent) {
            words.addAll(DIE_WITH_PARENT);
            words.addAll(List.of("sh", "-c", IF_NOT_ORPHANED, "peerlock"));
            words.add(String.valueOf(ProcessHandle.current().pid()));
        }
        words.addAll(command);
        return builder.command(words).start();
    }
}
