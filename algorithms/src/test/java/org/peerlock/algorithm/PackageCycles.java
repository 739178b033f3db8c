package org.peerlock.algorithm;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

/**
 * The rule that the packages of a module depend on each other in one direction only.
 * {@code PackageCyclesTest} sees it fail.
 */
public final class PackageCycles {

    private PackageCycles() {}

    /**
     * No package depends on itself by way of others. A package counts without its subpackages:
     * {@code a} and {@code a.b} are two.
     *
     * @param root the package with all packages that the rule is about
     */
    public static ArchRule noneIn(String root) {
        return slices().assignedFrom(new EachPackage(root))
                .should()
                .beFreeOfCycles()
                .as("no package of " + root + " depends on itself by way of others");
    }

    private record EachPackage(String root) implements SliceAssignment {

        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            String name = type.getPackageName();
            return name.equals(root) || name.startsWith(root + ".")
                    ? SliceIdentifier.of(name)
                    : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
            return "each package of " + root;
        }
    }
}
