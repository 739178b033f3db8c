package org.peerlock.lab.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.peerlock.algorithm.catalogue.Catalogue;
import org.peerlock.algorithm.catalogue.CatalogueEntry;

// A class for each algorithm, so that mutation testing of an algorithm has to run few tests.

final class PinnedLamportTest extends Pinned {
    PinnedLamportTest() {
        super("lamport");
    }
}

final class PinnedRicartAgrawalaTest extends Pinned {
    PinnedRicartAgrawalaTest() {
        super("ricart-agrawala");
    }
}

final class PinnedRaImplicitReplyTest extends Pinned {
    PinnedRaImplicitReplyTest() {
        super("ra-implicit-reply");
    }
}

final class PinnedRaBroadcastTest extends Pinned {
    PinnedRaBroadcastTest() {
        super("ra-broadcast");
    }
}

final class PinnedRaMediumTest extends Pinned {
    PinnedRaMediumTest() {
        super("ra-medium");
    }
}

final class PinnedRaBroadcastReplyTest extends Pinned {
    PinnedRaBroadcastReplyTest() {
        super("ra-broadcast-reply");
    }
}

final class PinnedRaRingEchoTest extends Pinned {
    PinnedRaRingEchoTest() {
        super("ra-ring-echo");
    }
}

final class PinnedRaRingNotesTest extends Pinned {
    PinnedRaRingNotesTest() {
        super("ra-ring-notes");
    }
}

final class PinnedRaModuloTest extends Pinned {
    PinnedRaModuloTest() {
        super("ra-modulo");
    }
}

final class PinnedRaRandomIncrementTest extends Pinned {
    PinnedRaRandomIncrementTest() {
        super("ra-random-increment");
    }
}

final class PinnedRaPriorityTest extends Pinned {
    PinnedRaPriorityTest() {
        super("ra-priority");
    }
}

final class PinnedRaReadersWritersTest extends Pinned {
    PinnedRaReadersWritersTest() {
        super("ra-readers-writers");
    }
}

final class PinnedRaMembershipTest extends Pinned {
    PinnedRaMembershipTest() {
        super("ra-membership");
    }
}

final class PinnedRoucairolCarvalhoTest extends Pinned {
    PinnedRoucairolCarvalhoTest() {
        super("roucairol-carvalho");
    }
}

final class PinnedRaymondKTest extends Pinned {
    PinnedRaymondKTest() {
        super("raymond-k");
    }
}

final class PinnedMaekawaSimpleTest extends Pinned {
    PinnedMaekawaSimpleTest() {
        super("maekawa-simple");
    }
}

final class PinnedMaekawaTest extends Pinned {
    PinnedMaekawaTest() {
        super("maekawa");
    }
}

final class PinnedSuzukiKasamiTest extends Pinned {
    PinnedSuzukiKasamiTest() {
        super("suzuki-kasami");
    }
}

final class PinnedRaymondTreeTest extends Pinned {
    PinnedRaymondTreeTest() {
        super("raymond-tree");
    }
}

final class PinnedNaimiTrehelTest extends Pinned {
    PinnedNaimiTrehelTest() {
        super("naimi-trehel");
    }
}

final class PinnedTokenRingTest extends Pinned {
    PinnedTokenRingTest() {
        super("token-ring");
    }
}

final class PinnedLastEnteredLiteralTest extends Pinned {
    PinnedLastEnteredLiteralTest() {
        super("last-entered-literal");
    }
}

final class PinnedLastEnteredCharitableTest extends Pinned {
    PinnedLastEnteredCharitableTest() {
        super("last-entered-charitable");
    }
}

final class PinnedLastEnteredTest extends Pinned {
    PinnedLastEnteredTest() {
        super("last-entered");
    }
}

/** No algorithm is left out. */
final class PinnedAlgorithmsTest {

    @Test
    void everyAlgorithmIsPinned() throws IOException {
        try (Stream<Path> files = Files.list(Pinned.FOLDER)) {
            List<String> pinned =
                    files.map(file -> file.getFileName().toString()).toList();
            assertThat(pinned)
                    .containsExactlyInAnyOrderElementsOf(Catalogue.entries().stream()
                            .map(CatalogueEntry::id)
                            .map(id -> id + ".txt")
                            .toList());
        }
    }
}
