package org.peerlock.internal.engine;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.peerlock.algorithm.Purity;

/** What makes the engine pure: the rules of the algorithms, and where it differs from them. */
class PurityTest {

    private static final ArchRule NO_DEPENDENCY = classes()
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                    "org.peerlock.internal.engine..",
                    "org.peerlock.internal.cluster..",
                    "org.peerlock.internal.protocol..",
                    "org.peerlock.internal.text..",
                    "org.peerlock.algorithm..",
                    "java.lang..",
                    "java.util..",
                    "java.nio.charset",
                    "org.jspecify.annotations"))
            .as("the engine depends on the algorithms, texts, and the JDK's language and collections only");

    private static final ArchRule NO_RANDOMNESS = noClasses()
            .should()
            .dependOnClassesThat(
                    nameMatching(".*Random.*|java\\.util\\.UUID").and(not(name(RandomGenerator.class.getName()))))
            .orShould()
            .callMethodWhere(Purity.call("java\\.util\\.random\\.RandomGenerator", "of|getDefault"))
            .orShould()
            .callMethodWhere(Purity.call("java\\.lang\\.Math", "random"))
            .as("random numbers are drawn only from what was passed in");

    private static final ArchRule NO_HANDLES = noClasses()
            .should()
            .dependOnClassesThat(nameMatching("java\\.lang\\.invoke\\.(VarHandle|MethodHandles)"))
            .as("no variable is shared with other threads");

    private static final List<ArchRule> EVERYWHERE = List.of(
            NO_DEPENDENCY,
            NO_RANDOMNESS,
            Purity.NO_CLOCK,
            Purity.NO_HASH_ORDER,
            Purity.NO_SYNCHRONIZED_METHOD,
            Purity.NO_THREADS_BUT_ATOMICS,
            Purity.NO_LOG,
            Purity.NO_SURROUNDINGS);

    /** Threads of the application share only the lock words with the node. */
    private static final String WORD = "org.peerlock.internal.engine.lockword";

    private static final List<ArchRule> OUTSIDE_OF_LOCK_WORD = List.of(Purity.NO_THREADS, NO_HANDLES);

    private static final JavaClasses ENGINE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(
                    "org.peerlock.internal.engine", "org.peerlock.internal.cluster", "org.peerlock.internal.protocol");

    @TestFactory
    Stream<DynamicTest> theEngineKeepsTheRule() {
        return Stream.concat(
                EVERYWHERE.stream().map(rule -> keeps(rule, ENGINE)),
                OUTSIDE_OF_LOCK_WORD.stream().map(rule -> keeps(rule, ENGINE.that(not(resideInAPackage(WORD))))));
    }

    private static DynamicTest keeps(ArchRule rule, JavaClasses classes) {
        return DynamicTest.dynamicTest(rule.getDescription(), () -> rule.check(classes));
    }

    @Test
    void nothingIsSynchronized() throws IOException {
        assertThat(Purity.sources(Path.of("src/main/java/org/peerlock/internal/engine")))
                .isNotEmpty()
                .noneMatch(Purity::synchronizes);
    }

    /** Those that the algorithms do not have; the others are seen to fail there. */
    @Test
    void theRuleIsSeenToFail() {
        assertBreaks(NO_DEPENDENCY, ReadsAFile.class);
        assertBreaks(NO_RANDOMNESS, MakesAGenerator.class);
        assertBreaks(NO_RANDOMNESS, AsksForAGenerator.class);
        assertBreaks(NO_HANDLES, SharesAVariable.class);
        assertBreaks(Purity.NO_THREADS_BUT_ATOMICS, Waits.class);
    }

    private static void assertBreaks(ArchRule rule, Class<?> breaker) {
        assertThat(breaks(rule, breaker)).as(breaker.getSimpleName()).isTrue();
    }

    @Test
    void aGeneratorMayBePassedIn() {
        assertThat(breaks(NO_RANDOMNESS, DrawsFromWhatIsPassedIn.class)).isFalse();
    }

    @Test
    void anAtomicIsForWordsOnly() {
        assertThat(breaks(Purity.NO_THREADS_BUT_ATOMICS, SharesACounter.class)).isFalse();
        assertThat(breaks(Purity.NO_THREADS, SharesACounter.class)).isTrue();
    }

    private static boolean breaks(ArchRule rule, Class<?> type) {
        return rule.evaluate(new ClassFileImporter().importClasses(type)).hasViolation();
    }

    static final class ReadsAFile {
        Path file = Path.of("");
    }

    static final class MakesAGenerator {
        RandomGenerator random = new Random(1);
    }

    static final class AsksForAGenerator {
        RandomGenerator random = RandomGenerator.getDefault();
    }

    static final class DrawsFromWhatIsPassedIn {
        long draw(RandomGenerator random) {
            return random.nextLong();
        }
    }

    static final class SharesAVariable {
        VarHandle handle = MethodHandles.arrayElementVarHandle(long[].class);
    }

    static final class SharesACounter {
        AtomicLong counter = new AtomicLong();
    }

    static final class Waits {
        CountDownLatch latch = new CountDownLatch(1);
    }
}
