package org.peerlock.registry;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the engine of a {@link RegistryStore} has said about keeping acknowledged writes, for people:
 * {@code peerlock registry check} prints it. Nothing depends on it; a store refuses an engine with
 * unsafe settings by itself.
 *
 * @param settings the settings that were read, by their names in the engine, in the order in which
 *     they are shown; without secrets
 * @param verdict one sentence or more: what the settings mean, and what the store cannot see
 */
public record Durability(Map<String, String> settings, String verdict) {

    /** Of a store that cannot ask its engine. */
    public static final Durability UNKNOWN =
            new Durability(Map.of(), "The store does not tell how its engine keeps acknowledged writes.");

    /** Copies the settings. */
    public Durability {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    }
}
