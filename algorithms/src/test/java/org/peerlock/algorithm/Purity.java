package org.peerlock.algorithm;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Rules for all pure code, in this module and in others. {@code PurityTest} shows that each of them
 * can fail.
 */
public final class Purity {

    private Purity() {}

    public static final ArchRule NO_CLOCK = noClasses()
            .should()
            .callMethodWhere(call("java\\.lang\\.System", "currentTimeMillis|nanoTime"))
            .orShould()
            .dependOnClassesThat(resideInAPackage("java.time.."))
            .orShould()
            .dependOnClassesThat(nameMatching("java\\.util\\.(Date|Calendar|Timer)"))
            .as("no clock is read");

    public static final ArchRule NO_HASH_ORDER = noClasses()
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

    public static final ArchRule NO_THREADS = noThreads(resideInAPackage("java.util.concurrent.."));

    /** For classes that threads share, and that never block. */
    public static final ArchRule NO_THREADS_BUT_ATOMICS = noThreads(
            resideInAPackage("java.util.concurrent..").and(not(resideInAPackage("java.util.concurrent.atomic"))));

    private static ArchRule noThreads(DescribedPredicate<JavaClass> tools) {
        return noClasses()
                .should()
                .dependOnClassesThat(tools)
                .orShould()
                .dependOnClassesThat(nameMatching("java\\.lang\\.(Thread|ThreadLocal|Runtime|Process.*)"))
                .orShould()
                .callMethodWhere(call("java\\.lang\\.Object", "wait|notify|notifyAll"))
                .as("no thread is started, and none waits");
    }

    public static final ArchRule NO_SYNCHRONIZED_METHOD =
            noMethods().should().haveModifier(JavaModifier.SYNCHRONIZED).as("no method is synchronized");

    public static final ArchRule NO_LOG = noClasses()
            .should()
            .dependOnClassesThat(resideInAPackage("java.util.logging.."))
            .orShould()
            .dependOnClassesThat(nameMatching("java\\.lang\\.System\\$Logger.*"))
            .as("nothing is logged");

    public static final ArchRule NO_SURROUNDINGS = noClasses()
            .should()
            .callMethodWhere(call("java\\.lang\\.System", "getenv|getProperty|getProperties|lineSeparator"))
            .orShould()
            .callMethodWhere(call("java\\.lang\\.(Boolean|Integer|Long)", "getBoolean|getInteger|getLong"))
            .orShould()
            .callMethodWhere(call("java\\.util\\.(Locale|TimeZone)", "getDefault"))
            .as("the process's surroundings are not read");

    public static DescribedPredicate<JavaCall<?>> call(String type, String method) {
        return JavaCall.Predicates.target(owner(nameMatching(type)))
                .and(JavaCall.Predicates.target(nameMatching(method)))
                .as("%s.%s is called", type, method);
    }

    /**
     * ArchUnit cannot see a synchronized block, so this searches the source text, without comments.
     */
    private static final Pattern SYNCHRONIZED = Pattern.compile("(?m)^(?!\\s*(\\*|/)).*\\bsynchronized\\b");

    public static List<Path> sources(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }

    public static boolean synchronizes(Path source) {
        try {
            return SYNCHRONIZED.matcher(Files.readString(source)).find();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
