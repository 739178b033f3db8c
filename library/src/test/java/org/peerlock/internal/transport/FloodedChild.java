package org.peerlock.internal.transport;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import org.peerlock.internal.io.netty.util.internal.PlatformDependent;
import org.peerlock.internal.registry.Children.Child;

/** A node in a process of its own. It prints its port, and then, for each line that it reads, how much memory it uses. */
final class FloodedChild {

    private FloodedChild() {}

    public static void main(String[] arguments) throws Exception {
        try (TestNode node = new TestNode(1, TlsSecurity.pinned())) {
            Child.say(String.valueOf(node.port()));
            BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, UTF_8));
            while (questions.readLine() != null) {
                node.on(() -> {}); // what was accepted before has been dealt with
                Child.say(String.valueOf(memory()));
            }
        }
    }

    /** Bytes on the heap that are in use, and bytes of buffers outside of it. */
    private static long memory() {
        long outside = Math.max(0, PlatformDependent.usedDirectMemory());
        for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
            outside += pool.getMemoryUsed();
        }
        ManagementFactory.getMemoryMXBean().gc();
        return outside
                + ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
