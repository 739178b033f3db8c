package org.peerlock.brain;

import java.util.ArrayList;
import java.util.List;
import org.peerlock.brain.registry.Incarnation;
import org.peerlock.brain.registry.Registry;
import org.peerlock.brain.registry.View;

/** Keeps what a part of the brain sends; it wants nothing else done. */
final class Sent implements Outside {

    record Posted(Incarnation to, Packet packet) {}

    private final List<Posted> posted = new ArrayList<>();

    /** What was sent since the last time. */
    List<Posted> taken() {
        List<Posted> all = List.copyOf(posted);
        posted.clear();
        return all;
    }

    List<Packet> packets() {
        return taken().stream().map(Posted::packet).toList();
    }

    @Override
    public void send(Incarnation to, Packet packet) {
        posted.add(new Posted(to, packet));
    }

    @Override
    public void read() {
        throw new AssertionError();
    }

    @Override
    public void compareAndSet(long version, Registry content) {
        throw new AssertionError();
    }

    @Override
    public void lapsed(long generation, Loss reason) {
        throw new AssertionError();
    }

    @Override
    public void lost(String lock, long fence, Loss reason) {
        throw new AssertionError();
    }

    @Override
    public void disagreed(Incarnation other, String reason) {
        throw new AssertionError();
    }

    @Override
    public void opened(View view, Holders holders) {
        throw new AssertionError();
    }

    @Override
    public void reborn(Incarnation now) {
        throw new AssertionError();
    }

    @Override
    public void refused(String reason) {
        throw new AssertionError();
    }

    @Override
    public void ended() {
        throw new AssertionError();
    }
}
