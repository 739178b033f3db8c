package org.peerlock;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.PackageCycles;

/** The dependencies that the packages of the library may have. A test also shows that the rule for signatures can fail. */
class ArchitectureTest {

    private static final Set<String> EXPORTED = Set.of("org.peerlock", "org.peerlock.registry");

    private static final JavaClasses LIBRARY = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(new ImportOption.DoNotIncludeJars())
            .withImportOption(location -> !location.contains("/io/netty/")) // relocated, not ours
            .importPackages("org.peerlock");

    private static final ArchRule SEALED = classes()
            .that(new DescribedPredicate<JavaClass>("are exported") {
                @Override
                public boolean test(JavaClass type) {
                    return EXPORTED.contains(type.getPackageName()) && isPublic(type);
                }
            })
            .should(new ArchCondition<>("have signatures of exported types and of types of the JDK only") {
                @Override
                public void check(JavaClass type, ConditionEvents events) {
                    leaks(type)
                            .forEach(leak -> events.add(
                                    SimpleConditionEvent.violated(type, type.getName() + " exposes " + leak)));
                }
            });

    /** Whether it is visible outside of its package: it and all types around it are public or protected. */
    private static boolean isPublic(JavaClass type) {
        return isVisible(type.getModifiers())
                && type.getEnclosingClass().map(ArchitectureTest::isPublic).orElse(true);
    }

    private static boolean isVisible(Set<JavaModifier> modifiers) {
        return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
    }

    private static Set<String> leaks(JavaClass type) {
        Set<String> leaks = new TreeSet<>();
        Stream.of(type.getInterfaces().stream(), type.getSuperclass().stream(), type.getTypeParameters().stream())
                .flatMap(types -> types)
                .forEach(used -> addLeaks(leaks, used, () -> "by inheritance or a type parameter"));
        type.getMembers().stream()
                .filter(member -> isVisible(member.getModifiers()))
                .filter(member -> !member.getModifiers().contains(JavaModifier.SYNTHETIC))
                .forEach(member ->
                        types(member).forEach(used -> addLeaks(leaks, used, () -> "in " + member.getName())));
        return leaks;
    }

    private static Stream<JavaType> types(JavaMember member) {
        if (member instanceof JavaCodeUnit unit) {
            return Stream.of(
                            unit.getParameterTypes().stream(),
                            Stream.of(unit.getReturnType()),
                            unit.getTypeParameters().stream(),
                            unit.getExceptionTypes().stream())
                    .flatMap(types -> types);
        }
        return Stream.of(((JavaField) member).getType());
    }

    private static void addLeaks(Set<String> leaks, JavaType used, Supplier<String> where) {
        used.getAllInvolvedRawTypes().stream()
                .map(JavaClass::getBaseComponentType)
                .filter(type -> type.getPackageName().startsWith("org.peerlock")
                        || !type.getPackageName().startsWith("java"))
                .filter(type -> !type.isPrimitive())
                .filter(type -> !EXPORTED.contains(type.getPackageName()) || !isPublic(type))
                .forEach(type -> leaks.add(type.getName() + " " + where.get()));
    }

    @Test
    void noSignatureOfTheApiHasAnInternalType() {
        SEALED.check(LIBRARY);
    }

    @Test
    void everyKindOfLeakIsFound() {
        assertThat(SEALED.evaluate(new ClassFileImporter().importClasses(LeakyApi.class))
                        .getFailureReport()
                        .getDetails())
                .map(text -> text.replace(LeakyApi.class.getName(), "LeakyApi"))
                .containsExactlyInAnyOrder(
                        "LeakyApi exposes org.peerlock.internal.engine.settings.Timing in <init>",
                        "LeakyApi exposes org.peerlock.algorithm.Capacity in CAPACITY",
                        "LeakyApi exposes org.peerlock.internal.cluster.Incarnation in inGenerics",
                        "LeakyApi exposes org.peerlock.internal.cluster.Incarnation in ofArrays",
                        "LeakyApi exposes org.peerlock.internal.cluster.Incarnation by inheritance or a type parameter",
                        "LeakyApi exposes org.peerlock.LocalNode in packagePrivate");
    }

    @Test
    void theInternalPackagesDoNotKnowTheApi() {
        ArchRule rule = noClasses()
                .that()
                .resideInAPackage("org.peerlock.internal..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.peerlock");
        rule.check(LIBRARY);
    }

    @Test
    void noPackageDependsOnItself() {
        PackageCycles.noneIn("org.peerlock").check(LIBRARY);
    }
}
