package org.peerlock.registry.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class FileRegistryStoreConformanceTest extends SharedRegistryStoreConformance {

    @TempDir
    Path temporary;

    @Override
    protected String url() {
        return "file:" + temporary.resolve("registry");
    }

    @Override
    protected void delete() throws IOException {
        Files.delete(temporary.resolve("registry/cluster-state"));
    }
}
