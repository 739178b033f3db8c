package org.peerlock.bench;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.PackageCycles;

class PackageCyclesTest {

    @Test
    void noPackageDependsOnItself() {
        PackageCycles.noneIn("org.peerlock.bench")
                .check(new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("org.peerlock.bench"));
    }
}
