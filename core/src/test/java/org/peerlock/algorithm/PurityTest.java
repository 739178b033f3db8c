package org.peerlock.algorithm;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;

/** What makes the algorithms pure. Each rule is also seen to fail on a class that breaks it. */
class PurityTest {

    private static final String CORE = "org.peerlock.algorithm..";

    private static final ArchRule NO_DEPENDENCY = classes()
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(CORE, "java.lang..", "java.util..", "org.jspecify.annotations"))
            .as("the core depends on the JDK's language and collections only");

    private static final ArchRule NO_CLOCK = noClasses()
            .should()
            .callMethodWhere(call("java\\.lang\\.System", "currentTimeMillis|nanoTime"))
            .orShould()
            .dependOnClassesThat(resideInAPackage("java.time.."))
            .orShould()
            .dependOnClassesThat(nameMatching("java\\.util\\.(Date|Calendar|Timer)"))
            .as("no clock is read");

    private static final ArchRule NO_RANDOMNESS = noClasses()
            .should()
            .dependOnClassesThat(nameMatching(".*Random.*|java\\.util\\.UUID"))
            .orShould()
            .callMethodWhere(call("java\\.lang\\.Math", "random"))
            .as("no random number is drawn");

    private static final ArchRule NO_HASH_ORDER = noClasses()
            .should()
            .dependOnClassesThat(nameMatching("java\\.util\\.(IdentityHash|WeakHash|Hash)(Map|Set)"))
            .orShould()
            .callMethodWhere(call("java\\.util\\.(Set|Map)", "of|ofEntries|copyOf"))
            .orShould()
            .callMethodWhere(call("java\\.util\\.stream\\.Collectors", "to(Unmodifiable)?(Set|Map)|groupingBy.*"))
            .orShould()
            .callMethodWhere(call("java\\.lang\\.System", "identityHashCode"))
            .as("nothing is iterated in hash order");

    private static final ArchRule NO_THREADS = noClasses()
            .should()
            .dependOnClassesThat(resideInAPackage("java.util.concurrent.."))
            .orShould()
            .dependOnClassesThat(nameMatching("java\\.lang\\.(Thread|ThreadLocal|Runtime|Process.*)"))
            .as("no thread is started, and none waits");

    private static final ArchRule NO_UPWARD_PACKAGES = noClasses()
            .that()
            .resideInAnyPackage("org.peerlock.algorithm", "org.peerlock.algorithm.data")
            .should()
            .dependOnClassesThat(resideInAnyPackage(
                    "org.peerlock.algorithm.permission",
                    "org.peerlock.algorithm.token",
                    "org.peerlock.algorithm.catalogue"))
            .as("the interface knows no algorithm");

    private static DescribedPredicate<JavaCall<?>> call(String type, String method) {
        return JavaCall.Predicates.target(owner(nameMatching(type)))
                .and(JavaCall.Predicates.target(nameMatching(method)))
                .as("%s.%s is called", type, method);
    }

    private record Rule(ArchRule rule, Class<?> breaker) {}

    private static final List<Rule> RULES = List.of(
            new Rule(NO_DEPENDENCY, UsesALibrary.class),
            new Rule(NO_CLOCK, ReadsAClock.class),
            new Rule(NO_RANDOMNESS, DrawsANumber.class),
            new Rule(NO_HASH_ORDER, IteratesAHashSet.class),
            new Rule(NO_HASH_ORDER, IteratesASetOf.class),
            new Rule(NO_THREADS, SharesACounter.class));

    @TestFactory
    Stream<DynamicTest> theCoreKeepsTheRule() {
        JavaClasses core = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("org.peerlock.algorithm");
        return Stream.concat(RULES.stream().map(Rule::rule), Stream.of(NO_UPWARD_PACKAGES))
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
}
