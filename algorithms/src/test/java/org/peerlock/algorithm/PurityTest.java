package org.peerlock.algorithm;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.permission.RicartAgrawala;
import org.peerlock.algorithm.token.SuzukiKasami;

/**
 * The algorithms keep the rules of purity. Each rule is also seen to fail on a class that breaks
 * it.
 */
class PurityTest {

    private static final String CORE = "org.peerlock.algorithm..";

    private static final ArchRule NO_DEPENDENCY = classes()
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(CORE, "java.lang..", "java.util..", "org.jspecify.annotations"))
            .as("the core depends on the JDK's language and collections only");

    private static final ArchRule NO_RANDOMNESS = noClasses()
            .should()
            .dependOnClassesThat(nameMatching(".*Random.*|java\\.util\\.UUID"))
            .orShould()
            .callMethodWhere(Purity.call("java\\.lang\\.Math", "random"))
            .as("no random number is drawn");

    private static final ArchRule NO_UPWARD_PACKAGES = noClasses()
            .that()
            .resideInAnyPackage("org.peerlock.algorithm", "org.peerlock.algorithm.data")
            .should()
            .dependOnClassesThat(resideInAnyPackage(
                    "org.peerlock.algorithm.permission",
                    "org.peerlock.algorithm.token",
                    "org.peerlock.algorithm.catalogue"))
            .as("the interface knows no algorithm");

    private record Rule(ArchRule rule, Class<?> breaker) {}

    private static final List<Rule> RULES = List.of(
            new Rule(NO_DEPENDENCY, UsesALibrary.class),
            new Rule(Purity.NO_CLOCK, ReadsAClock.class),
            new Rule(NO_RANDOMNESS, DrawsANumber.class),
            new Rule(Purity.NO_HASH_ORDER, IteratesAHashSet.class),
            new Rule(Purity.NO_HASH_ORDER, IteratesASetOf.class),
            new Rule(Purity.NO_HASH_ORDER, IteratesAHashtable.class),
            new Rule(Purity.NO_HASH_ORDER, IteratesAConcurrentMap.class),
            new Rule(Purity.NO_THREADS, SharesACounter.class),
            new Rule(Purity.NO_THREADS, Waits.class),
            new Rule(Purity.NO_THREADS, Notifies.class),
            new Rule(Purity.NO_SYNCHRONIZED_METHOD, Synchronizes.class),
            new Rule(Purity.NO_LOG, LogsByTheUtility.class),
            new Rule(Purity.NO_LOG, LogsByTheSystem.class),
            new Rule(Purity.NO_SURROUNDINGS, ReadsTheEnvironment.class),
            new Rule(Purity.NO_SURROUNDINGS, ReadsAProperty.class),
            new Rule(Purity.NO_SURROUNDINGS, ReadsANumberFromAProperty.class),
            new Rule(NO_UPWARD_PACKAGES, KnowsAPermission.class),
            new Rule(NO_UPWARD_PACKAGES, KnowsAToken.class),
            new Rule(NO_UPWARD_PACKAGES, KnowsTheCatalogue.class));

    @TestFactory
    Stream<DynamicTest> theCoreKeepsTheRule() {
        JavaClasses core = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("org.peerlock.algorithm");
        return RULES.stream()
                .map(Rule::rule)
                .distinct()
                .map(rule -> DynamicTest.dynamicTest(rule.getDescription(), () -> rule.check(core)));
    }

    @TestFactory
    Stream<DynamicTest> theRuleIsSeenToFail() {
        return RULES.stream()
                .map(rule -> DynamicTest.dynamicTest(rule.breaker().getSimpleName(), () -> {
                    JavaClasses breaker = new ClassFileImporter().importClasses(rule.breaker());
                    assertThat(rule.rule().evaluate(breaker).hasViolation()).isTrue();
                }));
    }

    @Test
    void nothingIsSynchronized() throws IOException {
        assertThat(Purity.sources(Path.of("src/main/java"))).isNotEmpty().noneMatch(Purity::synchronizes);
        assertThat(Purity.synchronizes(Path.of("src/test/java/org/peerlock/algorithm/PurityTest.java")))
                .as("the breaker below")
                .isTrue();
    }

    static final class UsesALibrary {
        Class<?> library = ParameterizedTest.class;
    }

    static final class ReadsAClock {
        Instant now = Instant.EPOCH;
    }

    static final class DrawsANumber {
        int number = new Random(1).nextInt();
    }

    static final class IteratesAHashSet {
        Set<String> names = new HashSet<>(List.of("a", "b"));
    }

    static final class IteratesASetOf {
        Map<String, String> names = Map.of("a", "b");
    }

    static final class SharesACounter {
        AtomicLong counter = new AtomicLong();
    }

    @SuppressWarnings("JdkObsolete")
    static final class IteratesAHashtable {
        Map<String, String> names = new Hashtable<>();
    }

    static final class IteratesAConcurrentMap {
        Map<String, String> names = new ConcurrentHashMap<>();
    }

    @SuppressWarnings("WaitNotInLoop")
    static final class Waits {
        void await() throws InterruptedException {
            synchronized (this) {
                wait();
            }
        }
    }

    static final class Notifies {
        void tell() {
            notifyAll();
        }
    }

    static final class Synchronizes {
        synchronized void doNothing() {}
    }

    static final class LogsByTheUtility {
        Logger logger = Logger.getAnonymousLogger();
    }

    static final class LogsByTheSystem {
        System.Logger logger = System.getLogger("");
    }

    static final class ReadsTheEnvironment {
        Map<String, String> environment = System.getenv();
    }

    static final class ReadsAProperty {
        String home = System.getProperty("user.home", "");
    }

    static final class ReadsANumberFromAProperty {
        boolean set = Boolean.getBoolean("set");
    }

    static final class KnowsAPermission {
        Class<?> known = RicartAgrawala.class;
    }

    static final class KnowsAToken {
        Class<?> known = SuzukiKasami.class;
    }

    static final class KnowsTheCatalogue {
        Class<?> known = Catalogue.class;
    }
}
