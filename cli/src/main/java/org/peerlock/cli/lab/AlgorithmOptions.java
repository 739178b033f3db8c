package org.peerlock.cli.lab;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of algorithms. */
final class AlgorithmOptions {

    @Option(
            names = {"--option"},
            paramLabel = "NAME=VALUE",
            description = "An option of the algorithm; 'peerlock lab algorithms ALGORITHM' lists them.")
    private Map<String, String> options = new TreeMap<>();

    @Option(
            names = "--tree",
            paramLabel = "SHAPE",
            description =
                    "For raymond-tree: line, star, binary, 3-ary and so on, or edges such as 1-2,2-3; default: binary."
                            + " The same as --option tree=SHAPE.")
    private @Nullable String tree;

    @Option(
            names = "--quorums",
            paramLabel = "SHAPE",
            description =
                    "For maekawa, the request sets (quorums): plane, grid or cover; default: plane if N allows, else cover."
                            + " The same as --option quorums=SHAPE.")
    private @Nullable String quorums;

    /** All options by name. */
    Map<String, String> chosen() {
        Map<String, String> all = new TreeMap<>(options);
        if (tree != null) {
            all.put("tree", tree);
        }
        if (quorums != null) {
            all.put("quorums", quorums);
        }
        return all;
    }
}
