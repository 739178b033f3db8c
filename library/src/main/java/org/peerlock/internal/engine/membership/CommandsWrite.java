package org.peerlock.internal.engine.membership;

import java.util.List;
import java.util.Optional;
import org.peerlock.internal.cluster.ClusterState;
import org.peerlock.internal.cluster.RegistryCommand;
import org.peerlock.internal.engine.effects.RegistryWrite;

/**
 * Applies commands to the registry, one after the other. Every command carries the conditions under which it is refused, so it can
 * be applied to another content than the one for which the node has decided on it: to a later one of the same registry, under
 * the same settings.
 */
final class CommandsWrite implements RegistryWrite {

    /** What a command makes of a content: the same if it is refused. A pure function, for any thread. */
    interface Rule {
        ClusterState apply(RegistryCommand command, ClusterState content);
    }

    private final ClusterState base;
    private final List<RegistryCommand> commands;
    private final Rule rule;
    private final ClusterState content;

    private CommandsWrite(ClusterState base, List<RegistryCommand> commands, Rule rule, ClusterState content) {
        this.base = base;
        this.commands = commands;
        this.rule = rule;
        this.content = content;
    }

    /** Empty if the commands change nothing. */
    static Optional<RegistryWrite> of(ClusterState base, List<RegistryCommand> commands, Rule rule) {
        List<RegistryCommand> copy = List.copyOf(commands);
        return changed(base, copy, rule).map(content -> new CommandsWrite(base, copy, rule, content));
    }

    private static Optional<ClusterState> changed(ClusterState before, List<RegistryCommand> commands, Rule rule) {
        ClusterState after = before;
        for (RegistryCommand command : commands) {
            after = rule.apply(command, after);
        }
        return Optional.of(after).filter(result -> !result.equals(before));
    }

    @Override
    public ClusterState content() {
        return content;
    }

    /**
     * A join is not tried again at once: many nodes may start together, and must not keep members from renewing their leases.
     */
    @Override
    public Optional<ClusterState> onTopOf(ClusterState newer) {
        boolean joins = commands.stream().anyMatch(RegistryCommand.Join.class::isInstance);
        return newer.follows(base) && !joins ? changed(newer, commands, rule) : Optional.empty();
    }
}
