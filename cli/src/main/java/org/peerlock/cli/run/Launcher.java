package org.peerlock.cli.run;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.peerlock.cli.terminal.Exit;

/**
 * Starts commands that do not outlive this process, however it dies.
 *
 * <p>On Linux a process can ask the system to kill it when its parent dies. {@code setpriv} of util-linux does so, and then becomes
 * the command. This does not cover the children of the command, nor a program that runs as another user: when such a program starts,
 * the system forgets the request.
 *
 * @param diesWithParent whether this machine supports that
 */
record Launcher(boolean diesWithParent) {

    /**
     * A shell runs this and becomes the command. Its arguments are the id of this process and the command. This process may have
     * died after it started the shell and before {@code setpriv} made its request.
     */
    private static final String IF_NOT_ORPHANED =
            "[ \"$PPID\" = \"$1\" ] || exit " + Exit.LOST + "; shift; exec \"$@\"";

    private static final List<String> DIE_WITH_PARENT = List.of("setpriv", "--pdeathsig", "KILL", "--");

    /** Tries whether {@code setpriv} supports it: older ones do not. */
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
     * Starts a command with the standard streams of this process.
     *
     * <p><b>Beware:</b> to the system, the parent is the thread that calls this. When that thread ends, the command is killed.
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
