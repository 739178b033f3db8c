package org.peerlock.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.peerlock.internal.io.netty.channel.IoHandle;
import org.peerlock.internal.io.netty.channel.IoHandler;
import org.peerlock.internal.io.netty.channel.IoHandlerContext;
import org.peerlock.internal.io.netty.channel.IoRegistration;
import org.peerlock.internal.io.netty.channel.epoll.Epoll;
import org.peerlock.internal.io.netty.channel.epoll.EpollDomainSocketChannel;
import org.peerlock.internal.io.netty.channel.epoll.EpollServerDomainSocketChannel;
import org.peerlock.internal.io.netty.channel.epoll.EpollServerSocketChannel;
import org.peerlock.internal.io.netty.channel.epoll.EpollSocketChannel;
import org.peerlock.internal.io.netty.channel.socket.nio.NioServerSocketChannel;
import org.peerlock.internal.io.netty.channel.socket.nio.NioSocketChannel;
import org.peerlock.internal.io.netty.channel.unix.DomainSocketAddress;

@Timeout(60)
@SuppressWarnings("FutureReturnValueIgnored") // the tests wait for the effects
class SharedEventLoopTest {

    private static final String RESIDENT = "resident";

    private final SharedEventLoop loop = SharedEventLoop.named(RESIDENT);
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void end() {
        loop.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
        threads.shutdownNow();
    }

    private static String here() {
        return Thread.currentThread().getName();
    }

    /** Waits until the resident has stepped aside for helpers, which there must be. */
    private static String doneBySomeoneElse(SharedEventLoop loop) throws Exception {
        String by;
        do {
            by = loop.submit(SharedEventLoopTest::here).get();
        } while (by.equals(RESIDENT));
        return by;
    }

    @Test
    void withoutHelpersTheResidentDoesTheWork() throws Exception {
        assertThat(loop.submit(SharedEventLoopTest::here).get()).isEqualTo(RESIDENT);
        assertThat(loop.inEventLoop()).isFalse();
        assertThat(loop.submit(() -> loop.inEventLoop()).get()).isTrue();
    }

    @Test
    void helpersDoTheWorkAndAfterTheLastOneTheResident() throws Exception {
        assumeThat(Epoll.isAvailable()).isTrue();
        AtomicBoolean over = new AtomicBoolean();
        CompletableFuture<String> name = new CompletableFuture<>();
        Future<?> helper = threads.submit(() -> {
            name.complete(here());
            loop.helpUntil(over::get);
        });

        assertThat(doneBySomeoneElse(loop)).isEqualTo(name.get());

        over.set(true);
        helper.get();
        assertThat(loop.submit(SharedEventLoopTest::here).get()).isEqualTo(RESIDENT);
    }

    /** So packets are sent in the turn in which they were written. */
    @Test
    void theLastTaskOfATurnIsRunByTheThreadThatHasTheTurn() throws Exception {
        assumeThat(Epoll.isAvailable()).isTrue();
        AtomicBoolean over = new AtomicBoolean();
        Future<?> helper = threads.submit(() -> loop.helpUntil(over::get));

        for (int i = 0; i < 1_000; i++) {
            CompletableFuture<String> last = new CompletableFuture<>();
            String first = loop.submit(() -> {
                        loop.executeAfterEventLoopIteration(() -> last.complete(here()));
                        return here();
                    })
                    .get();
            assertThat(last.get()).isEqualTo(first);
        }

        over.set(true);
        helper.get();
    }

    @Test
    void aTaskThatIsDueAgainAtOnceLeavesTimeForTheOthers() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        CountDownLatch often = new CountDownLatch(1_000);
        Runnable[] again = new Runnable[1];
        again[0] = () -> {
            often.countDown();
            if (!over.get()) {
                var unused = loop.schedule(again[0], 0, TimeUnit.NANOSECONDS);
            }
        };
        loop.execute(again[0]);

        often.await();
        assertThat(loop.submit(() -> 5).get()).isEqualTo(5);

        over.set(true);
    }

    @Test
    void ifHelpersDoNotHelpTheResidentDoes() throws Exception {
        assumeThat(Epoll.isAvailable()).isTrue();
        AtomicBoolean stuck = new AtomicBoolean();
        CountDownLatch stopped = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Future<?> helper = threads.submit(() -> loop.helpUntil(() -> {
            if (stuck.get()) {
                stopped.countDown();
                await(goOn);
                return true;
            }
            return false;
        }));
        doneBySomeoneElse(loop);

        stuck.set(true);
        stopped.await();
        assertThat(loop.submit(SharedEventLoopTest::here).get()).isEqualTo(RESIDENT);

        goOn.countDown();
        helper.get();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aTaskInWhichAHelperFailsIsNotLeftToIt() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        Future<?> helper = threads.submit(() -> loop.helpUntil(over::get));

        for (int i = 0; i < 3; i++) {
            loop.execute(() -> {
                throw new IllegalStateException("a task that fails, on purpose");
            });
        }

        assertThat(loop.submit(() -> 5).get()).isEqualTo(5);
        over.set(true);
        helper.get();
    }

    @Test
    void nothingIsDoneTwiceOrAtOnceOrNotAtAll() throws Exception {
        int people = 4;
        int each = 5_000;
        long[] done = new long[1]; // neither atomic nor volatile: the ownership of the loop must suffice
        Set<String> workers = ConcurrentHashMap.newKeySet();
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < people; i++) {
            all.add(threads.submit(() -> {
                for (int j = 0; j < each; j++) {
                    CompletableFuture<Void> mine = new CompletableFuture<>();
                    loop.execute(() -> {
                        done[0]++;
                        workers.add(here());
                        mine.complete(null);
                    });
                    switch (ThreadLocalRandom.current().nextInt(3)) {
                        case 0 -> loop.helpUntil(mine::isDone);
                        case 1 -> mine.join();
                        default -> {
                            // comes back with the next one
                        }
                    }
                }
            }));
        }
        for (Future<?> one : all) {
            one.get();
        }

        assertThat(loop.submit(() -> done[0]).get()).isEqualTo((long) people * each);
        if (Epoll.isAvailable()) {
            assertThat(workers).contains(RESIDENT).hasSizeGreaterThan(1);
        }
    }

    @Test
    void itEndsWhileThereAreHelpers() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        Future<?> helper = threads.submit(() -> loop.helpUntil(over::get));
        loop.submit(() -> {}).get();

        assertThat(loop.shutdownGracefully(0, 5, TimeUnit.SECONDS).await(30, TimeUnit.SECONDS))
                .isTrue();

        over.set(true);
        helper.get();
    }

    @Test
    void helpersKeepOffChannelsThatEndWhenAThreadIsInterrupted() throws Exception {
        SharedEventLoop nio = SharedEventLoop.named(RESIDENT, false);
        AtomicBoolean over = new AtomicBoolean();
        Future<?> helper = threads.submit(() -> nio.helpUntil(over::get));
        try {
            for (int i = 0; i < 1_000; i++) {
                assertThat(nio.submit(SharedEventLoopTest::here).get()).isEqualTo(RESIDENT);
            }
        } finally {
            over.set(true);
            helper.get();
            nio.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
        }
    }

    @Test
    void aThreadWhoseStackIsNearlyUsedUpDoesNotHelp() throws Exception {
        assertThat(HelperThreads.fit()).isTrue();
        AtomicBoolean atTheBottom = new AtomicBoolean(true);
        Thread deep = new Thread(() -> atTheBottom.set(fitAtTheBottom()));
        deep.start();
        deep.join();
        assertThat(atTheBottom).isFalse();
    }

    @SuppressWarnings("InfiniteRecursion") // it ends where the stack does
    private static boolean fitAtTheBottom() {
        try {
            return fitAtTheBottom();
        } catch (StackOverflowError e) {
            return HelperThreads.fit();
        }
    }

    @Test
    void aHelperThatStaysAwayDoesNotSlowTheResidentDown() throws Exception {
        assumeThat(Epoll.isAvailable()).isTrue();
        CountDownLatch stopped = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Future<?> helper = threads.submit(() -> loop.helpUntil(() -> {
            stopped.countDown();
            await(goOn);
            return true;
        }));
        stopped.await();

        for (int i = 0; i < 100; i++) {
            assertThat(loop.submit(SharedEventLoopTest::here).get()).isEqualTo(RESIDENT);
        }

        goOn.countDown();
        helper.get();
    }

    /** Lets a thread call {@code helpUntil}, and waits until it asks whether it is done. */
    private CountDownLatch startHelper() throws InterruptedException {
        CountDownLatch asks = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        threads.submit(() -> loop.helpUntil(() -> {
            asks.countDown();
            await(goOn);
            return true;
        }));
        asks.await();
        return goOn;
    }

    @Test
    void fourThreadsHelpAndAFifthDoesNotBeginTo() throws Exception {
        List<CountDownLatch> helpers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            helpers.add(startHelper());
        }
        AtomicBoolean asked = new AtomicBoolean();
        loop.helpUntil(() -> asked.getAndSet(true));
        assertThat(asked).isFalse();

        helpers.get(0).countDown();
        while (!asked.get()) { // as soon as one of them has gone
            loop.helpUntil(() -> asked.getAndSet(true));
        }
        helpers.forEach(CountDownLatch::countDown);
    }

    @Test
    void aThreadWhoseResultIsThereRunsNoTurn() throws Exception {
        loop.submit(() -> {}).get();
        AtomicInteger asked = new AtomicInteger();
        loop.helpUntil(() -> asked.incrementAndGet() > 0);
        assertThat(asked).hasValue(1);
    }

    @Test
    void aLoopThatHasNotBegunIsNotHelped() {
        AtomicInteger asked = new AtomicInteger();
        loop.helpUntil(() -> {
            assertThat(loop.inEventLoop()).isFalse();
            return asked.incrementAndGet() > 10;
        });
        assertThat(asked).hasValueGreaterThan(10);
    }

    /** Packets wait for the end of a turn, and so does a helper. */
    @Test
    void aTurnEndsAfterSixtyFourTasksHoweverManyWait() throws Exception {
        AtomicInteger done = new AtomicInteger();
        CompletableFuture<Integer> atTheEnd = new CompletableFuture<>();
        loop.execute(() -> {
            for (int i = 0; i < 200; i++) {
                loop.execute(done::incrementAndGet);
            }
            loop.executeAfterEventLoopIteration(() -> atTheEnd.complete(done.get()));
        });
        assertThat(atTheEnd.get()).isEqualTo(63);
        loop.submit(() -> {}).get();
        assertThat(done).hasValue(200);
    }

    // What waits for the network

    /** Waits until it is woken, or a task is due; and records who asks it to. */
    private static final class RecordingIo implements IoHandler {

        final List<String> calls = new CopyOnWriteArrayList<>();
        final List<String> polls = new CopyOnWriteArrayList<>();
        private final Semaphore wakeups = new Semaphore(0);
        /** What a helper does in its turn, before the tasks. */
        volatile Runnable onPoll = () -> {};

        @Override
        public void initialize() {
            calls.add("initialize");
        }

        @Override
        public int run(IoHandlerContext context) {
            if (!here().equals(RESIDENT)) {
                polls.add(context.canBlock() + " " + context.delayNanos(7) + " " + context.deadlineNanos());
                onPoll.run();
            } else if (context.canBlock()) {
                awaitWakeup(context.deadlineNanos() < 0 ? Long.MAX_VALUE : context.delayNanos(System.nanoTime()));
                wakeups.drainPermits();
            }
            return 0;
        }

        private void awaitWakeup(long nanos) {
            try {
                var unused = wakeups.tryAcquire(nanos, TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public void prepareToDestroy() {
            calls.add("prepareToDestroy");
        }

        @Override
        public void destroy() {
            calls.add("destroy");
        }

        @Override
        public IoRegistration register(IoHandle handle) {
            throw new AssertionError("there are no channels");
        }

        @Override
        public void wakeup() {
            wakeups.release();
        }

        @Override
        public boolean isCompatible(Class<? extends IoHandle> kind) {
            return false;
        }
    }

    private static SharedEventLoop with(RecordingIo io) {
        return new SharedEventLoop(RESIDENT, true, owner -> io);
    }

    @Test
    void whatWaitsForTheNetworkBeginsAndEndsWithTheLoop() throws Exception {
        RecordingIo io = new RecordingIo();
        SharedEventLoop recorded = with(io);
        AtomicInteger asked = new AtomicInteger();
        recorded.helpUntil(() -> asked.incrementAndGet() > 10);
        assertThat(io.calls).isEmpty();
        assertThat(io.polls).as("by a helper, before the loop has begun").isEmpty();

        recorded.submit(() -> {}).get();
        recorded.submit(() -> {}).get();
        assertThat(io.calls).containsExactly("initialize");

        recorded.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
        assertThat(io.calls)
                .startsWith("initialize", "prepareToDestroy")
                .endsWith("destroy")
                .containsOnlyOnce("destroy");
    }

    @Test
    void aHelperLooksAtTheNetworkAndDoesNotWaitForIt() throws Exception {
        RecordingIo io = new RecordingIo();
        SharedEventLoop recorded = with(io);
        recorded.submit(() -> {}).get();
        AtomicBoolean over = new AtomicBoolean();
        Future<?> helper = threads.submit(() -> recorded.helpUntil(over::get));
        doneBySomeoneElse(recorded);
        over.set(true);
        helper.get();
        assertThat(io.polls).isNotEmpty().containsOnly("false 0 -1");
        recorded.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    @Test
    void whatIsDueIsDoneInTheTurnOfAHelperToo() throws Exception {
        RecordingIo io = new RecordingIo();
        SharedEventLoop recorded = with(io);
        CompletableFuture<String> by = new CompletableFuture<>();
        io.onPoll = () -> recorded.schedule(() -> by.complete(here()), 0, TimeUnit.NANOSECONDS);
        recorded.submit(() -> {}).get();
        Future<?> helper = threads.submit(() -> recorded.helpUntil(by::isDone));
        while (!by.isDone()) {
            recorded.submit(() -> {}).get(); // wakes the resident, which then gives way
        }
        helper.get();
        assertThat(by.get()).isNotEqualTo(RESIDENT);
        recorded.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    @Test
    void theResidentKeepsNoProcessAlive() throws Exception {
        assertThat(loop.submit(() -> Thread.currentThread().isDaemon()).get()).isTrue();
    }

    @Test
    void channelsAreOfTheKindThatTheLoopAndTheAddressNeed() {
        InetSocketAddress tcp = new InetSocketAddress(InetAddress.getLoopbackAddress(), 7000);
        DomainSocketAddress near = new DomainSocketAddress("near");
        SharedEventLoop epoll = with(new RecordingIo());
        assertThat(epoll.hasEpoll()).isTrue();
        assertThat(epoll.listening(tcp)).isEqualTo(EpollServerSocketChannel.class);
        assertThat(epoll.dialing(tcp)).isEqualTo(EpollSocketChannel.class);
        assertThat(epoll.listening(near)).isEqualTo(EpollServerDomainSocketChannel.class);
        assertThat(epoll.dialing(near)).isEqualTo(EpollDomainSocketChannel.class);
        SharedEventLoop nio = SharedEventLoop.named(RESIDENT, false);
        assertThat(nio.hasEpoll()).isFalse();
        assertThat(nio.listening(tcp)).isEqualTo(NioServerSocketChannel.class);
        assertThat(nio.dialing(tcp)).isEqualTo(NioSocketChannel.class);
        nio.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
