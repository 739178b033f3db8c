package org.peerlock.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.internal.registry.Children;

/** A thread that has hardly any stack left gets a StackOverflowError; but no lock is lost by that. */
class LittleStackTest {

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"lock", "acquire", "idle", "downgrade", "waiter"})
    void whatIsCalledAgainWithMoreStackIsDoneOnce(String scenario) throws Exception {
        try (Children children = new Children()) {
            Children.Child child = children.start(LittleStackChild.class, directory.toString(), scenario);
            List<String> told = new ArrayList<>();
            for (Optional<String> line = child.next(); line.isPresent(); line = child.next()) {
                told.add(line.get());
            }
            assertThat(told).containsExactly("free", "free");
        }
    }
}
