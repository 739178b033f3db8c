package org.peerlock.internal.transport;

import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
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
 * Does all of a node's work, one thing after another: with epoll where it is there, else with NIO. It has a thread of its own, the
 * <i>resident</i>, which sleeps while there is nothing to do. A thread that waits for what this work will bring may do it
 * itself meanwhile: such <i>helpers</i> need not wake the resident, nor be woken by it, which costs more than the work. As long as
 * there are helpers that do help, the resident keeps out of their way.
 *
 * <p>There is one <i>seat</i>. Whoever sits on it does the work, and is the thread that Netty takes for the loop's. What is done in one
 * turn happens before what is done in the next, whoever does it.
 *
 * <p>Nothing is left undone. What is brought while helpers come and go is found by one of them in its next turn, and after the
 * last one by the resident, whom that one wakes. If helpers do not come back for their next turn, the resident notices, and takes the
 * seat. Only a thread that is stopped in the midst of a turn stops the loop, as it would if it were the resident.
 */
public class SharedEventLoop extends SingleThreadIoEventLoop {

    /** How many are done in a turn at most: what is to be sent waits for its end, and so does a helper whose time is over. */
    private static final int MOST_TASKS = 64;

    /** Takes what has come, and waits for nothing. */
    private static final IoHandlerContext GLANCE = new IoHandlerContext() {
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

    /** How often the resident looks whether helpers do help. They may have been stopped, or be kept from it by busy threads. */
    private static final long WATCH_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** How long the resident sleeps while the seat that it wants is taken: about as long as a turn. */
    private static final long BRIEFLY_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    /** More helpers would only be in each other's way. */
    private static final int ENOUGH = 4;

    private final AtomicReference<@Nullable Thread> seat = new AtomicReference<>();
    private final AtomicInteger helpers = new AtomicInteger();
    /** A helper has found the seat taken since this was last looked at. */
    private volatile boolean wanted;
    /** How many turns helpers have had. */
    private final AtomicLong turns = new AtomicLong();
    /** From its first turn on. */
    private volatile @Nullable Thread resident;
    /** Java closes channels of its own when a thread that uses them is interrupted: so only with epoll. */
    private final boolean helpable;

    /** A loop whose resident is a daemon thread with this name. */
    public static SharedEventLoop named(String threadName) {
        return new SharedEventLoop(
                threadName, Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    }

    SharedEventLoop(String threadName, IoHandlerFactory factory) {
        super(
                null,
                work -> {
                    Thread thread = new Thread(work, threadName);
                    thread.setDaemon(true);
                    return thread;
                },
                factory);
        helpable = hasEpoll();
    }

    Class<? extends ServerChannel> listening(SocketAddress at) {
        return at instanceof DomainSocketAddress
                ? EpollServerDomainSocketChannel.class
                : hasEpoll() ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    }

    Class<? extends Channel> dialing(SocketAddress to) {
        return to instanceof DomainSocketAddress
                ? EpollDomainSocketChannel.class
                : hasEpoll() ? EpollSocketChannel.class : NioSocketChannel.class;
    }

    /** Only with it is there a {@link UnixSocket}. */
    boolean hasEpoll() {
        return isIoType(EpollIoHandler.class);
    }

    @Override
    public boolean inEventLoop(Thread thread) {
        return seat.get() == thread;
    }

    // Helpers

    /**
     * Waits awake, and does the loop's work meanwhile, unless others do; between two turns, whoever else has something to do may do
     * it. Returns early if this thread cannot help, or there are helpers enough. Not to be called on the loop.
     *
     * @param done whether to end, asked between any two turns
     */
    @SuppressWarnings("ThreadPriorityCheck") // nothing relies on what it does
    public void helpUntil(BooleanSupplier done) {
        int all = helpers.incrementAndGet();
        try {
            if (all > ENOUGH) {
                Thread.yield(); // what it waits for may be one turn away, and it is about to sleep
            }
            if (all > ENOUGH || done.getAsBoolean() || !HelperThreads.fit()) {
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
            left();
        }
    }

    private void left() {
        if (helpers.decrementAndGet() == 0) {
            LockSupport.unpark(resident);
        }
    }

    private void help() {
        if (!helpable || resident == null) {
            return;
        }
        if (seat.get() != null || !seat.compareAndSet(null, Thread.currentThread())) {
            wanted = true;
            return;
        }
        try {
            turns.lazySet(turns.get() + 1); // whoever has the seat is the only one
            ioHandler().run(GLANCE);
            runTasks();
        } finally {
            seat.set(null);
        }
    }

    /** As {@link #runAllTasks} does, which looks at the clock five times. */
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
        seat.set(Thread.currentThread());
        ioHandler().initialize();
        resident = Thread.currentThread();
        while (true) {
            runIo();
            if (isShuttingDown()) {
                ioHandler().prepareToDestroy();
            }
            runTasks();
            if (confirmShutdown()) {
                return; // and keeps the seat
            }
            if (wanted && helpers.get() > 0) {
                wanted = false;
                giveWay();
            }
        }
    }

    private void giveWay() {
        seat.set(null);
        long before;
        do {
            before = turns.get();
            LockSupport.parkNanos(this, WATCH_NANOS);
        } while (helpers.get() > 0 && turns.get() != before && !isShuttingDown());
        while (!seat.compareAndSet(null, resident)) {
            LockSupport.parkNanos(this, BRIEFLY_NANOS);
        }
    }
}
