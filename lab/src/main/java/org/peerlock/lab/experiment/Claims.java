package org.peerlock.lab.experiment;

import java.util.List;
import java.util.stream.Stream;

/** All claims, paper by paper. */
public final class Claims {

    private Claims() {}

    public static List<Claim> all() {
        return Stream.of(RicartAgrawalaClaims.ALL, LectureClaims.ALL, KEntriesClaims.ALL, LastEnteredClaims.ALL)
                .flatMap(List::stream)
                .toList();
    }
}
