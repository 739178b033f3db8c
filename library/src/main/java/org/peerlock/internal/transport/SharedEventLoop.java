package org.peerlock.internal.transport;

import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.peerlock.internal.io.netty.channel.Channel;
import org.peerlock.internal.io.netty.channel.IoHandlerContext;
import org.peerlock.internal.io.netty.channel.IoHandlerFactory;
import org.peerlock.internal.io.netty.channel.ServerChannel;
import org.peerlock.internal.io.netty.channel.SingleThreadIoEventLoop;
import org.peerlock.internal.io.netty.channel.epoll.Epoll;
import org.peerlock.internal.io.netty.channel.epoll.EpollDomainSocketChannel;
import org.peerlock.internal.io.netty.channel.epoll.EpollIoHandler;
import org.peerlock.internal.io.netty.channel.epoll.EpollServerDomainSocketChannel;
import org.peerlock.internal.io.netty.channel.epoll.EpollServerSocketChannel;
import org.peerlock.internal.io.netty.channel.epoll.EpollSocketChannel;
import org.peerlock.internal.io.netty.channel.nio.NioIoHandler;
import org.peerlock.internal.io.netty.channel.socket.nio.NioServerSocketChannel;
import org.peerlock.internal.io.netty.channel.socket.nio.NioSocketChannel;
import org.peerlock.internal.io.netty.channel.unix.DomainSocketAddress;

/**
 * The event loop of a node, with epoll where it is available, else with NIO. It has a thread of its
 * own, the <i>resident</i>, which sleeps while there is nothing to do. An application thread that
 * waits for a result may run the loop itself meanwhile. Such <i>helpers</i> need not wake the
 * resident, nor be woken by it, which would cost more than the work. While helpers are active, the
 * resident stays out of their way.
 *
 * <p>One lock, <i>ownership</i>, decides which thread runs the loop; Netty takes that thread for the
 * loop's thread. Everything in one turn <i>happens before</i> everything in the next, whatever
 * threads run them.
 *
 * <p>No task is forgotten. A task that arrives while helpers come and go is found by one of them in
 * its next turn, or by the resident, which the last helper wakes. If helpers do not return for
 * their next turn, the resident notices and takes ownership. Only a thread that is stopped in the
 * middle of a turn stops the loop, as it would if it were the resident.
 */
public class SharedEventLoop extends SingleThreadIoEventLoop {

    /**
     * The most tasks in a turn: packets to send, and a helper whose wait is over, wait for the end
     * of the turn.
     */
    private static final int MOST_TASKS = 64;

    /** Selects without waiting. */
    private static final IoHandlerContext POLL = new IoHandlerContext() {
        @Override
        public boolean canBlock() {
            return false;
        }

        @Override
        public long delayNanos(long currentTimeNanos) {
            return 0;
        }

        @Override
        public long deadlineNanos() {
            return -1; // none
        }
    };

    /**
     * How often the resident checks that helpers make progress. They may be stopped, or starved by
     * busy threads.
     */
    private static final long WATCH_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** How long the resident sleeps while another thread owns the loop: about as long as a turn. */
    private static final long BRIEFLY_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    private final AtomicReference<@Nullable Thread> owner = new AtomicReference<>();
    private final LoopHelpers helpers = new LoopHelpers();
    /** Set in its first turn. */
    private volatile @Nullable Thread resident;
    /** Without epoll there are no helpers: an interrupt would close the JDK's own channels. */
    private final boolean epoll;

    /** A loop whose resident is a daemon thread with this name. */
    public static SharedEventLoop named(String threadName) {
        return named(threadName, Epoll.isAvailable());
    }

    static SharedEventLoop named(String threadName, boolean epoll) {
        return new SharedEventLoop(threadName, epoll, epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    }

    /** @param factory makes what waits for the network */
    SharedEventLoop(String threadName, boolean epoll, IoHandlerFactory factory) {
        super(
                null,
                work -> {
                    Thread thread = new Thread(work, threadName);
                    thread.setDaemon(true);
                    return thread;
                },
                factory);
        this.epoll = epoll;
    }

    Class<? extends ServerChannel> listening(SocketAddress at) {
        return at instanceof DomainSocketAddress
                ? EpollServerDomainSocketChannel.class
                : epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    }

    Class<? extends Channel> dialing(SocketAddress to) {
        return to instanceof DomainSocketAddress
                ? EpollDomainSocketChannel.class
                : epoll ? EpollSocketChannel.class : NioSocketChannel.class;
    }

    /** Only with it is there a {@link UnixSocket}. */
    boolean hasEpoll() {
        return epoll;
    }

    @Override
    public boolean inEventLoop(Thread thread) {
        return owner.get() == thread;
    }

    // Helpers

    /**
     * Runs turns of the loop, or spins while another thread runs them, until a condition holds.
     * Returns early if this thread cannot help, or there are enough helpers. Must not be called on
     * the loop.
     *
     * @param done the condition, checked between two turns
     */
    @SuppressWarnings("ThreadPriorityCheck") // nothing relies on its effect
    public void helpUntil(BooleanSupplier done) {
        boolean needed = helpers.enter();
        try {
            if (!needed) {
                Thread.yield(); // the result may be one turn away
                return;
            }
            if (done.getAsBoolean() || !HelperThreads.fit()) {
                return;
            }
            help();
            while (!done.getAsBoolean()) {
                Thread.yield();
                if (done.getAsBoolean()) {
                    return;
                }
                help();
            }
        } finally {
            if (helpers.leave()) {
                LockSupport.unpark(resident);
            }
        }
    }

    private void help() {
        if (!epoll || resident == null) {
            return;
        }
        if (owner.get() != null || !owner.compareAndSet(null, Thread.currentThread())) {
            helpers.foundOwned();
            return;
        }
        try {
            helpers.beginTurn();
            ioHandler().run(POLL);
            runTasks();
        } finally {
            owner.set(null);
        }
    }

    /** Like {@link #runAllTasks}, which reads the clock five times. */
    private void runTasks() {
        long now = ticker().nanoTime();
        for (Runnable due = pollScheduledTask(now); due != null; due = pollScheduledTask(now)) {
            safeExecute(due);
        }
        int left = MOST_TASKS;
        for (Runnable task = pollTask(); task != null; task = --left > 0 ? pollTask() : null) {
            safeExecute(task);
        }
        afterRunningAllTasks();
    }

    // The resident

    @Override
    protected void run() {
        owner.set(Thread.currentThread());
        ioHandler().initialize();
        resident = Thread.currentThread();
        while (true) {
            runIo();
            runTasks();
            boolean stopping = isShuttingDown(); // asked once, so that channels are closed before the end
            if (stopping) {
                ioHandler().prepareToDestroy();
            }
            if (stopping && confirmShutdown()) {
                return; // and keeps ownership
            }
            if (helpers.takeWanted()) {
                giveWay();
            }
        }
    }

    private void giveWay() {
        owner.set(null);
        long before;
        do {
            before = helpers.turns();
            LockSupport.parkNanos(this, WATCH_NANOS);
        } while (helpers.progressSince(before) && !isShuttingDown());
        while (!owner.compareAndSet(null, resident)) {
            LockSupport.parkNanos(this, BRIEFLY_NANOS);
        }
    }
}
