package org.peerlock.algorithm;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
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
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.permission.RicartAgrawala;
import org.peerlock.algorithm.token.SuzukiKasami;

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
            .dependOnClassesThat(nameMatching("java\\.util\\.(Hashtable|Properties|concurrent\\.ConcurrentHash.*)"))
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
            .orShould()
            .callMethodWhere(call("java\\.lang\\.Object", "wait|notify|notifyAll"))
            .as("no thread is started, and none waits");

    private static final ArchRule NO_SYNCHRONIZED_METHOD =
            noMethods().should().haveModifier(JavaModifier.SYNCHRONIZED).as("no method is synchronized");

    private static final ArchRule NO_LOG = noClasses()
            .should()
            .dependOnClassesThat(resideInAPackage("java.util.logging.."))
            .orShould()
            .dependOnClassesThat(nameMatching("java\\.lang\\.System\\$Logger.*"))
            .as("nothing is logged");

    private static final ArchRule NO_SURROUNDINGS = noClasses()
            .should()
            .callMethodWhere(call("java\\.lang\\.System", "getenv|getProperty|getProperties|lineSeparator"))
            .orShould()
            .callMethodWhere(call("java\\.lang\\.(Boolean|Integer|Long)", "getBoolean|getInteger|getLong"))
            .orShould()
            .callMethodWhere(call("java\\.util\\.(Locale|TimeZone)", "getDefault"))
            .as("the process's surroundings are not read");

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
            new Rule(NO_HASH_ORDER, IteratesAHashtable.class),
            new Rule(NO_HASH_ORDER, IteratesAConcurrentMap.class),
            new Rule(NO_THREADS, SharesACounter.class),
            new Rule(NO_THREADS, Waits.class),
            new Rule(NO_THREADS, Notifies.class),
            new Rule(NO_SYNCHRONIZED_METHOD, Synchronizes.class),
            new Rule(NO_LOG, LogsByTheUtility.class),
            new Rule(NO_LOG, LogsByTheSystem.class),
            new Rule(NO_SURROUNDINGS, ReadsTheEnvironment.class),
            new Rule(NO_SURROUNDINGS, ReadsAProperty.class),
            new Rule(NO_SURROUNDINGS, ReadsANumberFromAProperty.class),
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

    /** A block leaves no trace that the rules above can see, so the text is read: code, not comments. */
    private static final Pattern SYNCHRONIZED = Pattern.compile("(?m)^(?!\\s*(\\*|/)).*\\bsynchronized\\b");

    @Test
    void nothingIsSynchronized() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            List<Path> sources =
                    files.filter(file -> file.toString().endsWith(".java")).toList();
            assertThat(sources).isNotEmpty();
            assertThat(sources).noneMatch(PurityTest::synchronizes);
        }
        assertThat(synchronizes(Path.of("src/test/java/org/peerlock/algorithm/PurityTest.java")))
                .as("the breaker below")
                .isTrue();
    }

    private static boolean synchronizes(Path source) {
        try {
            return SYNCHRONIZED.matcher(Files.readString(source)).find();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
