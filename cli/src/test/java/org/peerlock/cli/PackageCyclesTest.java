package org.peerlock.cli;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerlock.algorithm.PackageCycles;

/** The modules on the command's class path; the library has the same test of its own. */
class PackageCyclesTest {

    @ParameterizedTest
    @ValueSource(strings = {"org.peerlock.algorithm", "org.peerlock.lab", "org.peerlock.testkit", "org.peerlock.cli"})
    void noPackageDependsOnItself(String root) {
        PackageCycles.noneIn(root)
                .check(new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .withImportOption(location -> !location.contains("-tests.jar"))
                        .importPackages(root));
    }
}
