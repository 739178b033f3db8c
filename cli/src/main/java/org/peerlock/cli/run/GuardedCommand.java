package org.peerlock.cli.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.peerlock.LockLostException;
import org.peerlock.cli.client.ClientGrant;
import org.peerlock.cli.terminal.CommandException;
import org.peerlock.cli.terminal.Exit;

/**
 * A command that runs while a lock is held. When the lock is lost, the command gets SIGTERM, and SIGKILL if it does not end. When
 * this process gets a signal that would end it, the signal is passed on to the command, and the lock is held until it has ended.
 */
final class GuardedCommand {

    private final List<String> command;
    private final Launcher launcher;
    private final Duration grace;
    private final PrintWriter err;
    private boolean lost;

    /**
     * @param grace how long a command that has lost its lock may take to end
     * @param err where to report that the lock was lost
     */
    GuardedCommand(List<String> command, Launcher launcher, Duration grace, PrintWriter err) {
        this.command = List.copyOf(command);
        this.launcher = launcher;
        this.grace = grace;
        this.err = err;
    }

    /**
     * Runs the command, and then releases the lock.
     *
     * @return the exit code of the command, or {@link Exit#LOST}
     */
    int run(ClientGrant clientGrant, String lock, String cluster) throws InterruptedException {
        try (clientGrant) {
            Map<String, String> environment = Map.of(
                    "PEERLOCK_FENCE",
                    String.valueOf(clientGrant.fence()),
                    "PEERLOCK_LOCK",
                    lock,
                    "PEERLOCK_CLUSTER",
                    cluster);
            return runUnder(clientGrant, lock, environment);
        } catch (LockLostException e) {
            return lost(lock, e.reason().description());
        } catch (CommandException e) {
            if (lost) {
                return Exit.LOST; // releasing it failed for the same reason
            }
            throw e;
        }
    }

    private int runUnder(ClientGrant clientGrant, String lock, Map<String, String> environment)
            throws InterruptedException {
        try (SignalForwarder signalForwarder = SignalForwarder.install()) {
            Process process = launcher.start(command, environment);
            signalForwarder.forwardTo(process);
            return await(process, clientGrant, lock);
        } catch (IOException e) {
            throw new CommandException(
                    ProgramLookup.CANNOT_START, "cannot start " + command.get(0) + ": " + e.getMessage());
        }
    }

    /** Waits until the command has ended: by itself, or because the lock was lost. */
    private int await(Process process, ClientGrant clientGrant, String lock) throws InterruptedException {
        CompletableFuture<String> loss = clientGrant.lost().toCompletableFuture();
        CompletableFuture.anyOf(process.onExit(), loss).join();
        if (!loss.isDone()) {
            return process.waitFor();
        }
        int code = lost(lock, loss.join());
        process.destroy();
        if (!process.waitFor(grace.toMillis(), TimeUnit.MILLISECONDS)) {
            process.destroyForcibly().waitFor();
        }
        return code;
    }

    /** Reports the loss once. */
    private int lost(String lock, String reason) {
        if (!lost) {
            lost = true;
            err.println("peerlock: lock '" + lock + "' was lost: " + reason
                    + ". Stopping the command; another process may hold the lock by now."
                    + " Check what the command has done before you run it again");
            err.flush();
        }
        return Exit.LOST;
    }
}
