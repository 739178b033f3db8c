package org.peerlock.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class PackageCyclesTest {

    private static final String ROOT = "org.peerlock.algorithm";

    @Test
    void noPackageOfTheModuleDependsOnItself() {
        PackageCycles.noneIn(ROOT)
                .check(new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages(ROOT));
    }

    @Test
    void theRuleFindsACycle() {
        String cyclic = ROOT + ".cyclic";
        assertThat(PackageCycles.noneIn(cyclic)
                        .evaluate(new ClassFileImporter().importPackages(cyclic))
                        .getFailureReport()
                        .getDetails())
                .singleElement()
                .asString()
                .contains("Cycle detected");
    }
}
