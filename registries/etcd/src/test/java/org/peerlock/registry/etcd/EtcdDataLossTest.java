package org.peerlock.registry.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerlock.registry.RegistryStore;
import org.peerlock.registry.TaggedBytes;

/** An etcd whose data was lost, and that was made anew with the same settings. */
class EtcdDataLossTest {

    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final byte[] CONTENT = {1};

    @TempDir
    Path directory;

    @Test
    void noTagComesBackAlthoughTheRevisionsDo() throws Exception {
        try (EtcdServers etcd = new EtcdServers(directory, 1);
                RegistryStore store =
                        new EtcdRegistryStoreProvider(Map.of()).open("etcd://" + etcd.hosts() + "/locks", "app")) {
            String identity = clusterId(etcd);
            String before = writtenTag(store);
            etcd.kill(0);
            etcd.wipe(0);
            etcd.restart();
            String after = writtenTag(store);
            assertThat(clusterId(etcd))
                    .as("etcd takes itself for the same cluster")
                    .isEqualTo(identity);
            assertThat(revision(after)).as("the revision is the same").isEqualTo(revision(before));
            assertThat(after).isNotEqualTo(before);
            assertThat(store.compareAndSet(before, CONTENT, TIMEOUT)).isFalse();
            assertThat(store.compareAndSet(after, CONTENT, TIMEOUT)).isTrue();
        }
    }

    private static String writtenTag(RegistryStore store) throws Exception {
        assertThat(store.compareAndSet(TaggedBytes.ABSENT.tag(), CONTENT, TIMEOUT))
                .isTrue();
        return store.read(TIMEOUT).tag();
    }

    private static String clusterId(EtcdServers etcd) throws Exception {
        return etcd.call(0, "/v3/maintenance/status", Map.of()).text("header", "cluster_id");
    }

    private static String revision(String tag) {
        return tag.substring(0, tag.indexOf('/'));
    }
}
